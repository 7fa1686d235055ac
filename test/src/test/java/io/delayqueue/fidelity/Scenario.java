package io.delayqueue.fidelity;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.fidelity.Plan.Call;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random use of a queue that depends on the seed only, not on the queue. */
final class Scenario {

    static final String MANY = "many";

    static final String PAUSED = "paused";

    /** Topic with a single slot. */
    static final String ORDERED = "ordered";

    static final List<String> TOPICS = List.of(MANY, PAUSED, ORDERED);

    static final Duration FAR = Duration.ofDays(300);

    private static final int TASKS = 40;

    private static final int ORDERED_TASKS = 12;

    /** Distance of due times in the ordered topic, larger than any rounding. */
    private static final int APART_MILLIS = 100;

    private static final List<Call> ONCE =
            List.of(Call.RETURN, Call.REJECT, Call.THROW_WHAT_IS_NOT_RETRIED, Call.CANCEL_ITSELF);

    private static final int EARLIEST_MILLIS = 500;

    private static final int LATEST_MILLIS = 1_000;

    private final String group;

    private final Random random;

    private final DelayQueueService service;

    /**
     * Creates a scenario of a queue.
     *
     * @param service the queue
     * @param group an unused group
     */
    Scenario(DelayQueueService service, String group, long seed) {
        this.service = service;
        this.group = group;
        this.random = new Random(seed);
    }

    static List<String> ids() {
        return TOPICS.stream()
                .flatMap(topic -> IntStream.range(0, topic.equals(ORDERED) ? ORDERED_TASKS : TASKS)
                        .mapToObj(i -> topic + i))
                .toList();
    }

    /** Adds all tasks, and changes some before they are due. */
    void begin() {
        for (String topic : List.of(MANY, PAUSED)) {
            // No task runs before it is changed, however long that takes.
            service.topic(group, topic).pause();
            List<Task> tasks = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                tasks.add(task(topic, topic + i, 0, IfExists.KEEP));
            }
            service.addTasks(tasks);
            for (int i = 0; i < TASKS; i++) {
                change(topic, topic + i);
            }
        }
        addOrdered();
        service.topic(group, MANY).resume();
    }

    /**
     * Adds tasks in one call, which are due in order and called once each, so that their order is known on slow machines too.
     */
    private void addOrdered() {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < ORDERED_TASKS; i++) {
            String id = ORDERED + i;
            tasks.add(Task.of(group, ORDERED)
                    .id(id)
                    .payload(new Plan(id, 0, List.of(oneOf(ONCE))))
                    .delay(Duration.ofMillis(EARLIEST_MILLIS + i * APART_MILLIS))
                    .build());
        }
        Collections.shuffle(tasks, random);
        service.addTasks(tasks);
    }

    private void change(String topic, String id) {
        switch (random.nextInt(8)) {
            case 0 -> service.removeTask(group, id);
            case 1 -> service.rescheduleTask(group, id, soon());
            case 2 -> service.rescheduleTask(group, id, FAR);
            case 3 -> service.addTask(task(topic, id, 1, IfExists.REPLACE));
            case 4 -> service.addTask(task(topic, id, 2, IfExists.KEEP));
            default -> {
                // Most are not changed.
            }
        }
    }

    /** Resumes paused topics and requeues dead letters after the end of all due tasks. */
    void goOn() {
        service.topic(group, PAUSED).resume();
        service.topic(group, MANY).requeueDeadLetters();
    }

    private Task task(String topic, String id, int version, IfExists ifExists) {
        boolean repeats = random.nextInt(5) == 0;
        List<Call> calls = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            calls.add(oneOf(Call.values()));
        }
        calls.add(repeats ? Call.CANCEL_ITSELF : oneOf(Call.values()));
        TaskBuilder builder = Task.of(group, topic)
                .id(id)
                .payload(new Plan(id, version, calls))
                .priority(oneOf(Priority.values()))
                .maxAttempts(1 + random.nextInt(4))
                .retry(ExponentialBackoff.fixed(Duration.ofMillis(1 + random.nextInt(150))))
                .ifExists(ifExists)
                .delay(random.nextInt(10) == 0 ? FAR : soon());
        if (random.nextInt(8) == 0) {
            builder.repeat(Repeat.cron("far", ZoneOffset.UTC));
        } else if (repeats) {
            Duration pace = Duration.ofMillis(50 + random.nextInt(100));
            builder.repeat(random.nextBoolean() ? Repeat.fixedDelay(pace) : Repeat.fixedRate(pace));
        }
        return builder.build();
    }

    private Duration soon() {
        return Duration.ofMillis(EARLIEST_MILLIS + random.nextInt(LATEST_MILLIS - EARLIEST_MILLIS));
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private <T> T oneOf(T[] values) {
        return oneOf(List.of(values));
    }
}
