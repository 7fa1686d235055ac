package com.example.orders;

import io.delayqueue.DeadLetterListener;
import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.AuditReport;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskPuller;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;

/** Code of pages that is compiled, and does not run. */
class PageExamples {

    private static final Logger log = LoggerFactory.getLogger(PageExamples.class);

    record Invoice(long number) {}

    interface Pager {
        void send(String text);
    }

    /** Of docs/concepts.md. */
    static class Concepts {

        Task retry(Order order) {
            Task task = Task.of("orders", "capture")
                    .payload(order)
                    .retry(ExponentialBackoff.fixed(Duration.ofSeconds(5)))
                    .maxAttempts(20)
                    .build();
            return task;
        }

        @Bean
        DeadLetterListener alarm(Pager pager) {
            return letter -> pager.send(letter.topic() + " " + letter.id() + ": " + letter.error());
        }
    }

    /** Of docs/configuration.md. */
    static class InvoiceService {

        private final DelayQueueService billing;

        InvoiceService(@Qualifier("billing") DelayQueueService billing) {
            this.billing = billing;
        }

        void remind(Invoice invoice) {
            billing.addTask(Task.of("invoices", "remind").payload(invoice).build());
        }

        @DelayQueueListener(queue = "billing", group = "invoices", topic = "send")
        void send(Invoice invoice) {
            // ...
        }
    }

    /** Of docs/configuration.md. */
    record Loading(DelayQueueEngine engine) {

        record CacheLoaded() {}

        @EventListener
        void loaded(CacheLoaded event) {
            engine.start(); // delayqueue.start=manual
        }
    }

    /** Of docs/observability.md. */
    static class Observability {

        int instances(DelayQueueInspector inspector) {
            List<InstanceInfo> instances = inspector.instances("orders");
            return instances.size();
        }

        Optional<Duration> lateness(InstanceInfo now, InstanceCounters aMinuteAgo) {
            InstanceCounters lately = now.counters().minus(aMinuteAgo); // of each instance; plus() adds them up
            Optional<Duration> p99 = lately.lateness().percentile(99);
            return p99;
        }

        void otherThread(Executor executor, Order order) {
            ContextSnapshot context = ContextSnapshotFactory.builder().build().captureAll();
            executor.execute(context.wrap(() -> send(order)));
        }

        void pulled(PulledTask task, ObservationRegistry registry) {
            ReceiverContext<Map<String, String>> trace = new ReceiverContext<>(Map::get);
            trace.setCarrier(task.headers());
            Observation.createNotStarted("orders.pulled", () -> trace, registry).observe(() -> handle(task));
        }

        private static void send(Order order) {
            log.info("{}", order);
        }

        private static void handle(PulledTask task) {
            log.info("{}", task.id());
        }
    }

    /** Of docs/operations.md. */
    static class Operations {

        AuditReport repair(DelayQueueInspector inspector) {
            AuditReport report = inspector.audit("orders"); // changes nothing
            report.findings().forEach(finding -> log.warn(finding.description()));
            AuditReport repaired = inspector.repair("orders"); // finding.outcome() and action() say what was done
            return repaired;
        }
    }

    /** Of docs/pull-consumers.md. */
    static class Receipts {

        void finish(PulledTask task, TaskPuller puller) {
            String receipt = task.receipt();
            // elsewhere, later:
            puller.lease(receipt).finish();
        }
    }
}
