package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Priority;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.AuditFinding;
import io.delayqueue.monitor.AuditReport;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.store.AuditStore;
import io.delayqueue.testing.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** While tasks are added, run, fail, die, are moved and removed, an audit finds nothing, and a repair changes nothing. */
@ParameterizedClass
@EnumSource(Site.class)
class BusyAuditIT {

    private static final int AUDITS = 24;

    private final Site site;

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final String group = engines.group();

    private final AtomicInteger calls = new AtomicInteger();

    private final DelayQueueEngine engine;

    private final DelayQueueService service;

    BusyAuditIT(Site site) {
        this.site = site;
        TopicOptions options = TopicOptions.builder()
                .concurrency(8)
                .maxAttempts(3)
                .retryPolicy(new ExponentialBackoff(Duration.ofMillis(20), 2, Duration.ofSeconds(1), 0.2))
                .build();
        this.engine = engines.build(site.backend(), builder -> List.of("t", "u")
                .forEach(topic -> builder.callback(new TopicCallback(
                        new TopicName(group, topic),
                        Object.class,
                        (payload, context) -> call(context),
                        options,
                        "x"))));
        this.service = engine.service();
    }

    private void call(TaskContext context) {
        int number = calls.incrementAndGet();
        if (number % 7 == 0) {
            throw new RejectTaskException("dies");
        }
        if (number % 3 == 0) {
            throw new IllegalStateException("fails");
        }
    }

    @Test
    void aBusyGroupHasNoFinding() {
        List<Task> later = new ArrayList<>();
        for (int i = 0; i < 3 * AuditStore.PAGE; i++) {
            later.add(Task.of(group, i % 2 == 0 ? "t" : "u")
                    .delay(Duration.ofHours(1))
                    .build());
        }
        service.addTasks(later);
        engine.start();
        AtomicBoolean closed = new AtomicBoolean();
        Queue<String> ids = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Void>> load = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            load.add(CompletableFuture.runAsync(
                    () -> {
                        while (!closed.get()) {
                            disturb(ids, later);
                        }
                    },
                    OwnThread::start));
        }
        List<AuditReport> reports = new ArrayList<>();
        try {
            for (int i = 0; i < AUDITS; i++) {
                int before = calls.get();
                reports.add(
                        i % 4 == 3
                                ? engine.inspector().repair(group)
                                : engine.inspector().audit(group));
                await().until(() -> calls.get() > before);
            }
        } finally {
            closed.set(true);
            load.forEach(CompletableFuture::join);
        }
        assertThat(reports).flatExtracting(AuditReport::findings).isEmpty();
        assertThat(reports).allMatch(AuditReport::isClean);
        assertThat(reports).allMatch(report -> report.tasks() > AuditStore.PAGE);
        engine.stop();
        AuditReport quiet = engine.inspector().audit(group);
        assertThat(quiet.findings()).extracting(AuditFinding::description).isEmpty();
        assertThat(quiet.members()).isEqualTo(quiet.tasks());
        new GroupAudit(site.client(), group).check();
    }

    /** One change of whatever kind. */
    private void disturb(Queue<String> ids, List<Task> later) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String id = ids.poll();
        String topic = random.nextBoolean() ? "t" : "u";
        switch (random.nextInt(6)) {
            case 0 -> service.removeTask(group, id == null ? "none" : id);
            case 1 ->
                service.rescheduleTask(
                        group,
                        later.get(random.nextInt(later.size())).id(),
                        Duration.ofMinutes(random.nextInt(30, 90)));
            case 2 -> service.topic(group, topic).requeueDeadLetters();
            case 3 -> service.rescheduleTask(group, id == null ? "none" : id, Duration.ofMillis(50));
            default -> {
                List<Task> tasks = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    tasks.add(Task.of(group, topic)
                            .delay(Duration.ofMillis(random.nextInt(200)))
                            .priority(Priority.values()[random.nextInt(3)])
                            .build());
                }
                service.addTasks(tasks).forEach(result -> ids.add(result.id()));
            }
        }
    }
}
