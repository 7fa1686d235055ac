package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.IfExists;
import io.delayqueue.RemoveResult;
import io.delayqueue.Repeat;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.pull.PulledTask;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Events of observers, one by one. */
class ObserversIT {

    private static final Duration LATER = Duration.ofHours(1);

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final Tally tally = new Tally();

    /** Counts events by kind, and keeps how late what started was, and how long keys let tasks wait. */
    private static final class Tally implements EngineObserver {

        final Map<String, Long> counts = new ConcurrentHashMap<>();

        final Queue<Duration> lateness = new ConcurrentLinkedQueue<>();

        final Queue<Duration> keyWaits = new ConcurrentLinkedQueue<>();

        private void count(String what, TopicName topic, long tasks) {
            assertThat(topic.topic()).isEqualTo(TestEngines.TOPIC);
            counts.merge(what, tasks, Long::sum);
        }

        @Override
        public void added(TopicName topic, int tasks) {
            count("added", topic, tasks);
        }

        @Override
        public void removed(TopicName topic, long tasks) {
            count("removed", topic, tasks);
        }

        @Override
        public void started(TopicName topic, Duration late) {
            count("started", topic, 1);
            lateness.add(late);
        }

        @Override
        public void waitedForKey(TopicName topic, Duration wait) {
            count("keyed", topic, 1);
            keyWaits.add(wait);
        }

        @Override
        public void ended(TopicName topic, TaskOutcome outcome) {
            count(outcome.name(), topic, 1);
        }

        @Override
        public void leaseExpired(TopicName topic, int tasks) {
            count("expired", topic, tasks);
        }
    }

    private DelayQueueEngine start(TaskCallback<?> callback) {
        TopicOptions twice = TopicOptions.builder()
                .concurrency(4)
                .maxAttempts(2)
                .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(1)))
                .build();
        return engines.start(engines.consuming(callback, twice)
                .andThen(builder -> builder.extend(extensions -> extensions.addObserver(tally))));
    }

    private DelayQueueEngine idle() {
        return engines.build(builder -> builder.extend(extensions -> extensions.addObserver(tally)));
    }

    /** A task that waits for a busy processor may be given back before it starts, which counts as returned. */
    private void awaitCounts(Map<String, Long> expected) {
        await().untilAsserted(() -> {
            Map<String, Long> counts = new HashMap<>(tally.counts);
            if (!expected.containsKey("RETURNED")) {
                counts.remove("RETURNED");
            }
            assertThat(counts).isEqualTo(expected);
        });
    }

    @Test
    void addsCountWhatIsNewOrReplaced() throws Exception {
        DelayQueueService service = idle().service();
        service.addTask(engines.builder().id("a").delay(LATER).build());
        service.addTask(
                engines.builder().id("a").delay(LATER).payload("existed").build());
        service.addTask(engines.builder()
                .id("a")
                .delay(LATER)
                .payload("new")
                .ifExists(IfExists.REPLACE)
                .build());
        service.addTaskAsync(engines.builder().id("b").delay(LATER).build()).get();
        service.addTasks(List.of(
                engines.builder().id("b").payload("existed").build(),
                engines.builder().id("c").delay(LATER).build(),
                engines.builder().id("d").delay(LATER).build()));
        assertThat(tally.counts).isEqualTo(Map.of("added", 5L));
    }

    @Test
    void removalsCountWhatWasThere() {
        DelayQueueService service = idle().service();
        service.addTasks(List.of("a", "b", "c", "d", "e").stream()
                .map(id -> engines.builder().id(id).delay(LATER).build())
                .toList());
        tally.counts.clear();
        assertThat(service.removeTask(engines.group(), "a").outcome()).isEqualTo(RemoveResult.Outcome.REMOVED);
        assertThat(service.removeTask(engines.group(), "a"))
                .isEqualTo(new RemoveResult(RemoveResult.Outcome.NOT_FOUND, null));
        assertThat(service.removeTasks(engines.group(), List.of("a", "b", "c", "b")))
                .extracting(RemoveResult::outcome)
                .containsExactly(
                        RemoveResult.Outcome.NOT_FOUND, RemoveResult.Outcome.REMOVED, RemoveResult.Outcome.REMOVED);
        assertThat(tally.counts).isEqualTo(Map.of("removed", 3L));
        engines.topic(service).removeTasks();
        engines.topic(service).removeTasks();
        assertThat(tally.counts).isEqualTo(Map.of("removed", 5L));
    }

    @Test
    void attemptsCountByTheirOutcome() {
        DelayQueueEngine engine = start((payload, context) -> {
            if (!"fine".equals(payload) && !(context.attempt() == 2 && "second".equals(payload))) {
                throw new IllegalStateException("no");
            }
        });
        for (String payload : List.of("fine", "second", "never")) {
            engines.add(engine, engines.builder().payload(payload));
        }
        awaitCounts(Map.of("added", 3L, "started", 5L, "FINISHED", 2L, "RETRIED", 2L, "DEAD", 1L));
    }

    @Test
    void runOfARepeatingTaskIsFinishedOrMissed() {
        DelayQueueEngine engine = start((payload, context) -> {
            if ("bad".equals(payload)) {
                throw new IllegalStateException("no");
            }
        });
        for (String payload : List.of("good", "bad")) {
            engines.add(
                    engine, engines.builder().payload(payload).maxAttempts(1).repeat(Repeat.fixedDelay(LATER)));
        }
        awaitCounts(Map.of("added", 2L, "started", 2L, "FINISHED", 1L, "MISSED", 1L));
    }

    @Test
    void whatIsGivenBackAtAStopIsReturned() {
        CountDownLatch begun = new CountDownLatch(4);
        DelayQueueEngine engine = engines.start(engines.consuming(
                        (payload, context) -> {
                            begun.countDown();
                            Thread.currentThread().join();
                        },
                        4)
                .andThen(TestEngines.settings(Duration.ofSeconds(30), Duration.ZERO))
                .andThen(builder -> builder.extend(extensions -> extensions.addObserver(tally))));
        for (int i = 0; i < 4; i++) {
            engine.service().addTask(engines.task(Duration.ZERO));
        }
        await().until(() -> begun.getCount() == 0);
        engine.stop();
        assertThat(tally.counts).isEqualTo(Map.of("added", 4L, "started", 4L, "RETURNED", 4L));
    }

    @Test
    void latenessIsThatOfEachAttempt() {
        DelayQueueEngine engine = start((payload, context) -> {
            if (context.attempt() == 1) {
                throw new IllegalStateException("no");
            }
        });
        engines.add(engine, engines.builder().at(Instant.now().minusSeconds(3_600)));
        awaitCounts(Map.of("added", 1L, "started", 2L, "RETRIED", 1L, "FINISHED", 1L));
        assertThat(tally.lateness)
                .satisfiesExactly(
                        first -> assertThat(first).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(62)),
                        second -> assertThat(second).isLessThan(Duration.ofMinutes(1)));
    }

    @Test
    void deadLetterThatWasRequeuedIsLateFromThen() {
        DelayQueueEngine engine = start((payload, context) -> {
            throw new IllegalStateException("no");
        });
        engines.add(
                engine,
                engines.builder().id("a").maxAttempts(1).at(Instant.now().minusSeconds(3_600)));
        await().until(() -> tally.counts.getOrDefault("DEAD", 0L) == 1);
        tally.lateness.clear();
        engine.service().requeueDeadLetter(engines.group(), "a");
        await().until(() -> tally.counts.getOrDefault("DEAD", 0L) == 2);
        assertThat(tally.lateness).hasSize(1).allSatisfy(late -> assertThat(late)
                .isLessThan(Duration.ofMinutes(1)));
    }

    @Test
    void expiredLeasesShouldBeReportedByThePusher() {
        DelayQueueEngine engine = engines.start(
                builder -> builder.group(engines.group()).extend(extensions -> extensions.addObserver(tally)));
        Pulls pulls = Pulls.from(engine, engines);
        engines.add(engine, engines.builder().id("a"));
        assertThat(pulls.next(Duration.ofSeconds(1)).id()).isEqualTo("a");
        await().untilAsserted(() -> assertThat(tally.counts).containsEntry("expired", 1L));
    }

    @Test
    void pulledTasksCountAsOthersDo() {
        DelayQueueEngine engine = engines.start(builder -> builder.extend(extensions -> extensions.addObserver(tally)));
        Pulls pulls = Pulls.from(engine, engines);
        for (String id : List.of("finish", "retry", "bury", "release")) {
            engines.add(engine, engines.builder().id(id));
        }
        for (int i = 0; i < 4; i++) {
            PulledTask task = pulls.next();
            switch (task.id()) {
                case "finish" -> task.finish();
                case "retry" -> task.retry(LATER, "later");
                case "bury" -> task.bury("never");
                default -> release(engine, task);
            }
        }
        awaitCounts(Map.of(
                "added", 4L, "started", 4L, "FINISHED", 1L, "RETRIED", 1L, "DEAD", 1L, "RETURNED", 1L, "removed", 1L));
    }

    @Test
    void pulledTasksShouldReportTheWaitForTheirKey() {
        DelayQueueEngine engine = engines.start(builder -> builder.extend(extensions -> extensions.addObserver(tally)));
        Pulls pulls = Pulls.from(engine, engines);
        Instant now = Instant.now();
        engines.add(engine, engines.builder().id("a").key("k").at(now.minusSeconds(7_200)));
        PulledTask first = pulls.next();
        engines.add(engine, engines.builder().id("b").key("k").at(now.minusSeconds(3_600)));
        await().until(() -> engines.topic(engine).count().behind() == 1);
        first.retry(Duration.ZERO, "once more");
        pulls.next().finish();
        pulls.next().finish();
        awaitCounts(Map.of("added", 2L, "started", 3L, "keyed", 2L, "RETRIED", 1L, "FINISHED", 2L));
        assertThat(tally.keyWaits).satisfiesExactly(free -> assertThat(free).isZero(), behind -> assertThat(behind)
                .isBetween(Duration.ofHours(1), Duration.ofMinutes(62)));
    }

    /** Gives it back, and keeps it from coming again. */
    private void release(DelayQueueEngine engine, PulledTask task) {
        engines.topic(engine).pause();
        task.release();
        engine.service().removeTask(engines.group(), task.id());
        engines.topic(engine).resume();
    }

    @Test
    void observerThatThrowsDisturbsNobody() {
        DelayQueueEngine engine = engines.start(engines.consuming((payload, context) -> {}, 1)
                .andThen(builder -> builder.extend(extensions -> extensions.addObserver(new EngineObserver() {
                            @Override
                            public void added(TopicName topic, int tasks) {
                                throw new IllegalStateException("added");
                            }

                            @Override
                            public void started(TopicName topic, Duration lateness) {
                                throw new StackOverflowError("started");
                            }

                            @Override
                            public void ended(TopicName topic, TaskOutcome outcome) {
                                throw new AssertionError("ended");
                            }
                        }))
                        .extend(extensions -> extensions.addObserver(tally))));
        engine.service().addTask(engines.task(Duration.ZERO));
        awaitCounts(Map.of("added", 1L, "started", 1L, "FINISHED", 1L));
    }
}
