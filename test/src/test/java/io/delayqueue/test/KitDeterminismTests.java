package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueException;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskContext;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same calls give the same history, to the last delivery. */
class KitDeterminismTests {

    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private static final int STEPS = 400;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void sameScenarioTwiceShouldGiveTheSameDeliveries(long seed) {
        List<String> first = new Scenario(seed).play();
        assertThat(first).hasSizeGreaterThan(STEPS / 2);
        assertThat(new Scenario(seed).play()).isEqualTo(first);
    }

    /** Random use of a kit, its calls decided by a seed. */
    private static final class Scenario {

        private final Random random;

        private final DelayQueueTestKit kit =
                DelayQueueTestKit.builder().startAt(START).build();

        private final List<String> history = new ArrayList<>();

        private int added;

        Scenario(long seed) {
            random = new Random(seed);
        }

        List<String> play() {
            try (kit) {
                kit.queue().on("g", "t", String.class, this::run, new TopicOptions(2, null, 3, null));
                kit.queue().on("g", "u", String.class, this::run);
                for (int step = 0; step < STEPS; step++) {
                    step();
                }
                kit.advance(Duration.ofDays(1));
                kit.deliveries().forEach(delivery -> history.add(delivery.toString()));
                kit.tasks().forEach(task -> history.add(task.id() + task.state() + task.dueAt() + task.attempts()));
                assertThat(kit.inspector().audit("g").findings()).isEmpty();
                return history;
            }
        }

        private void step() {
            try {
                switch (random.nextInt(12)) {
                    case 0 -> kit.advance(Duration.ofSeconds(random.nextInt(600)));
                    case 1 -> kit.nextCallback("g", topic()).fails(FAILURE);
                    case 2 -> kit.nextCallback("g", topic()).takes(Duration.ofSeconds(random.nextInt(100)));
                    case 3 -> kit.nextCallback("g", topic()).crashesAfter();
                    case 4 -> kit.nextStoreCall().losesReply();
                    case 5 ->
                        kit.nextStoreCall(StoreCall.values()[random.nextInt(8)]).fails(random.nextInt(4) + 1);
                    case 6 -> kit.service().removeTask("g", id());
                    case 7 -> kit.service().rescheduleTask("g", id(), Duration.ofSeconds(random.nextInt(100)));
                    case 8 -> kit.crash();
                    default -> add();
                }
            } catch (DelayQueueException e) {
                history.add(e.getMessage());
            }
        }

        private String id() {
            return "id" + random.nextInt(added + 1);
        }

        private String topic() {
            return random.nextBoolean() ? "t" : "u";
        }

        private void add() {
            String id = "id" + added++;
            TaskBuilder task = Task.of("g", topic())
                    .id(id)
                    .payload(id)
                    .priority(Priority.values()[random.nextInt(3)])
                    .delay(Duration.ofSeconds(random.nextInt(300)));
            if (random.nextInt(5) == 0) {
                task.ttr(Duration.ofSeconds(1 + random.nextInt(60)));
            }
            if (random.nextInt(20) == 0) {
                task.repeat(Repeat.fixedRate(Duration.ofMinutes(30)));
            }
            kit.service().addTask(task.build());
        }

        private void run(String payload, TaskContext task) throws Exception {
            history.add(payload + " at " + kit.now());
            switch (random.nextInt(8)) {
                case 0 -> kit.spend(Duration.ofSeconds(random.nextInt(90)));
                case 1 -> add();
                case 2 -> throw new RetryTaskException(Duration.ofSeconds(random.nextInt(90)), "again");
                case 3 -> throw FAILURE;
                default -> history.add("done");
            }
        }
    }

    /** One for all, for it is part of the history. */
    private static final IllegalStateException FAILURE = new IllegalStateException("no");
}
