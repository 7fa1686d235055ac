package io.delayqueue.test;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.test.faults.StoreCall;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Random choices for a kit, determined by a seed. */
final class RandomChoices {

    static final String PULLED = "pulled";

    static final List<String> GROUPS = List.of("g", "h");

    static final List<String> TOPICS = List.of("t", "u", "v");

    /** Without those that random use does not make, because recorded histories depend on the number of calls to choose from. */
    private static final List<StoreCall> CALLS = Stream.of(StoreCall.values())
            .filter(call -> call != StoreCall.APPLY)
            .toList();

    private final Random random;

    /** Tasks with running callbacks. */
    private final List<String> running = new ArrayList<>();

    private int added;

    RandomChoices(long seed) {
        this.random = new Random(seed);
    }

    List<String> running() {
        return running;
    }

    /** Returns a number from 0 to a limit. */
    int of(int many) {
        return random.nextInt(many);
    }

    boolean toss() {
        return random.nextBoolean();
    }

    TopicOptions options() {
        return TopicOptions.builder()
                .concurrency(of(3) == 0 ? null : 1 + of(3))
                .ttr(of(4) == 0 ? seconds(60) : null)
                .maxAttempts(2 + of(3))
                .retryPolicy(toss() ? null : ExponentialBackoff.fixed(seconds(60)))
                .noRetryFor(Set.of(UnsupportedOperationException.class))
                .build();
    }

    Task task(String group, String topic) {
        String id = of(12) == 0 ? id() : "id" + added++;
        TaskBuilder task = Task.of(group, topic)
                .id(id)
                .payload(id)
                .priority(Priority.values()[of(Priority.values().length)])
                .ifExists(toss() ? IfExists.KEEP : IfExists.REPLACE)
                .delay(of(4) == 0 ? Duration.ZERO : Duration.ofMillis(of(300_000)));
        if (of(5) == 0) {
            task.ttr(seconds(60));
        }
        if (of(5) == 0) {
            task.retry(new ExponentialBackoff(seconds(20), 2, Duration.ofMinutes(5), 0.5));
        }
        switch (of(40)) {
            case 0 -> task.repeat(Repeat.fixedRate(Duration.ofMinutes(30)));
            case 1 -> task.repeat(Repeat.fixedDelay(Duration.ofMinutes(20)));
            case 2 -> task.repeat(Repeat.cron("0 */15 * * * *", ZoneOffset.UTC));
            default -> {
                // Most run once.
            }
        }
        return task.build();
    }

    String id() {
        if (!running.isEmpty() && toss()) {
            return running.get(of(running.size()));
        }
        return "id" + Math.max(0, added - of(20));
    }

    String group() {
        return GROUPS.get(of(GROUPS.size()));
    }

    String topic() {
        return TOPICS.get(of(TOPICS.size()));
    }

    StoreCall call() {
        return CALLS.get(of(CALLS.size()));
    }

    /** Returns a duration in a range, in milliseconds. */
    Duration seconds(int most) {
        return Duration.ofMillis(1_000 + of(most * 1_000));
    }
}
