package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.CronSchedule;
import io.delayqueue.DelayQueueException;
import io.delayqueue.Priority;
import io.delayqueue.PullOptions;
import io.delayqueue.PulledTask;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskContext;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.scheduling.support.CronExpression;

/** The same calls give the same history, to the last delivery. */
class KitDeterminismTests {

    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private static final int STEPS = 400;

    private static final List<String> GROUPS = List.of("g", "h");

    private static final String OTHER_QUEUE = "other";

    private static final String PULLED = "pulled";

    private static final CronSchedule CRON = (expression, zone, after) ->
            CronExpression.parse(expression).next(after.atZone(zone)).toInstant();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void sameScenarioTwiceShouldGiveTheSameDeliveries(long seed) throws InterruptedException {
        List<String> first = new Scenario(seed).play();
        assertThat(first).hasSizeGreaterThan(STEPS / 2).anyMatch(line -> line.startsWith("settles"));
        assertThat(new Scenario(seed).play()).isEqualTo(first);
    }

    /** Random use of a kit, its calls decided by a seed. */
    private static final class Scenario {

        private final Random random;

        private final DelayQueueTestKit kit = DelayQueueTestKit.builder()
                .startAt(START)
                .configure(engine -> engine.cronSchedule(CRON))
                .queue(OTHER_QUEUE, engine -> engine.cronSchedule(CRON))
                .build();

        /** Pulled and not settled. */
        private final List<PulledTask> held = new ArrayList<>();

        private final List<String> history = new ArrayList<>();

        private int added;

        Scenario(long seed) {
            random = new Random(seed);
        }

        List<String> play() throws InterruptedException {
            try (kit) {
                for (TestQueue queue : queues()) {
                    for (String group : GROUPS) {
                        queue.on(group, "t", String.class, this::run, new TopicOptions(2, null, 3, null));
                        queue.on(group, "u", String.class, this::run);
                        queue.register().registerTopic(group, PULLED);
                    }
                }
                for (int step = 0; step < STEPS; step++) {
                    step();
                }
                kit.advance(Duration.ofHours(6));
                queues().forEach(this::tell);
                return history;
            }
        }

        private List<TestQueue> queues() {
            return List.of(kit.queue(), kit.queue(OTHER_QUEUE));
        }

        private void tell(TestQueue queue) {
            queue.deliveries().forEach(delivery -> history.add(delivery.toString()));
            queue.tasks().forEach(task -> history.add(task.id() + task.state() + task.dueAt() + task.attempts()));
            GROUPS.forEach(group ->
                    assertThat(queue.inspector().audit(group).findings()).isEmpty());
        }

        private void step() throws InterruptedException {
            TestQueue queue = queues().get(random.nextInt(2));
            try {
                switch (random.nextInt(15)) {
                    case 0 -> kit.advance(Duration.ofSeconds(random.nextInt(600)));
                    case 1 -> queue.nextCallback(group(), topic()).fails(FAILURE);
                    case 2 -> queue.nextCallback(group(), topic()).takes(Duration.ofSeconds(random.nextInt(100)));
                    case 3 -> queue.nextCallback(group(), topic()).crashesAfter();
                    case 4 -> queue.nextStoreCall().losesReply();
                    case 5 ->
                        queue.nextStoreCall(StoreCall.values()[random.nextInt(8)])
                                .fails(random.nextInt(4) + 1);
                    case 6 -> queue.service().removeTask(group(), id());
                    case 7 -> queue.service().rescheduleTask(group(), id(), Duration.ofSeconds(random.nextInt(100)));
                    case 8 -> kit.crash();
                    case 9 -> pull(queue);
                    case 10 -> settle();
                    default -> add(queue, random.nextInt(4) == 0 ? PULLED : topic());
                }
            } catch (DelayQueueException e) {
                history.add(e.getMessage());
            }
        }

        private String id() {
            return "id" + random.nextInt(added + 1);
        }

        private String group() {
            return GROUPS.get(random.nextInt(GROUPS.size()));
        }

        private String topic() {
            return random.nextBoolean() ? "t" : "u";
        }

        private void add(TestQueue queue, String topic) {
            String id = "id" + added++;
            TaskBuilder task = Task.of(group(), topic)
                    .id(id)
                    .payload(id)
                    .priority(Priority.values()[random.nextInt(3)])
                    .delay(Duration.ofSeconds(random.nextInt(300)));
            if (random.nextInt(5) == 0) {
                task.ttr(Duration.ofSeconds(1 + random.nextInt(60)));
            }
            switch (random.nextInt(40)) {
                case 0, 1 -> task.repeat(Repeat.fixedRate(Duration.ofMinutes(30)));
                case 2, 3 -> task.repeat(Repeat.cron("0 */10 * * * *", ZoneOffset.UTC));
                default -> {
                    // Most run once.
                }
            }
            queue.service().addTask(task.build());
        }

        private void pull(TestQueue queue) throws InterruptedException {
            PullOptions options = new PullOptions(1 + random.nextInt(5), Duration.ofSeconds(1 + random.nextInt(600)));
            for (PulledTask task : queue.puller().reserve(group(), PULLED, options, Duration.ZERO)) {
                history.add("pulled " + task.id() + " " + task.attempt() + " of " + task.dueAt());
                held.add(task);
            }
        }

        private void settle() {
            if (held.isEmpty()) {
                return;
            }
            PulledTask task = held.remove(random.nextInt(held.size()));
            history.add("settles " + task.id());
            switch (random.nextInt(4)) {
                case 0 -> task.retry(Duration.ofSeconds(random.nextInt(90)), "again");
                case 1 -> task.bury("no");
                case 2 -> task.release();
                default -> task.finish();
            }
        }

        private void run(String payload, TaskContext task) throws Exception {
            history.add(payload + " at " + kit.now());
            switch (random.nextInt(8)) {
                case 0 -> kit.spend(Duration.ofSeconds(random.nextInt(90)));
                case 1 -> add(queues().get(random.nextInt(2)), topic());
                case 2 -> throw new RetryTaskException(Duration.ofSeconds(random.nextInt(90)), "again");
                case 3 -> throw FAILURE;
                default -> history.add("done");
            }
        }
    }

    /** One for all, for it is part of the history. */
    private static final IllegalStateException FAILURE = new IllegalStateException("no");
}
