package io.delayqueue.observation;

import io.delayqueue.BatchFailedException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import io.delayqueue.annotation.DelayQueueListener;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Application with traces. It has listeners only with the property {@code traced.consumes}. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class TracedApplication {

    /** Context of a callback. */
    record Call(String task, int attempt, String traceId, String loggedTraceId, String tenant) {}

    @Bean
    Queue<Call> calls() {
        return new ConcurrentLinkedQueue<>();
    }

    @Bean
    @ConditionalOnProperty("traced.consumes")
    Listeners listeners(Queue<Call> calls, Tracer tracer, DelayQueueService service) {
        return new Listeners(calls, tracer, service);
    }

    record Listeners(Queue<Call> calls, Tracer tracer, DelayQueueService service) {

        @DelayQueueListener(group = "${traced.group}", topic = "work")
        void work(TaskContext context) {
            record(context);
        }

        @DelayQueueListener(group = "${traced.group}", topic = "mail")
        void mail(TaskContext context) {
            record(context);
        }

        @DelayQueueListener(group = "${traced.group}", topic = "failing", maxAttempts = "3")
        void failing(TaskContext context) throws IOException {
            record(context);
            throw new IOException("no luck");
        }

        @DelayQueueListener(group = "${traced.group}", topic = "next")
        void next(TaskContext context) {
            record(context);
            service.addTask(Task.of(context.group(), "work").build());
        }

        @DelayQueueListener(
                group = "${traced.group}",
                topic = "batch",
                batchSize = "10",
                batchLeast = "2",
                batchWait = "1h")
        void batch(List<TaskMessage<String>> tasks) {
            record(tasks.get(0).context());
            if (tasks.get(1).payload().equals("bad")) {
                throw new BatchFailedException(Map.of(1, new RejectTaskException("no luck")));
            }
        }

        private void record(TaskContext context) {
            Span span = tracer.currentSpan();
            String traceId = span == null ? "none" : span.context().traceId();
            calls.add(new Call(
                    context.id(),
                    context.attempt(),
                    traceId,
                    String.valueOf(MDC.get("traceId")),
                    String.valueOf(tracer.getBaggage("tenant").get())));
        }
    }
}
