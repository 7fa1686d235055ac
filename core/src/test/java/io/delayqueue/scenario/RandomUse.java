package io.delayqueue.scenario;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.RejectTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RescheduleResult;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskExistsException;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Uses a service at random, and notes in a journal what it begins and what was confirmed. */
final class RandomUse {

    static final int IDS = 50;

    static final List<String> TOPICS = List.of("even", "odd");

    /** Name of the tag that half of the tasks have, with their ids as its value. */
    static final String TAG = "id";

    /** As far away as no test waits. */
    static final Duration FAR = Duration.ofHours(1);

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long LONG_CALL = TimeUnit.MILLISECONDS.toNanos(100);

    private final DelayQueueService service;

    private final UseJournal journal;

    private final String name;

    private final Random random;

    private final List<String> groups;

    private final AtomicInteger tasks = new AtomicInteger();

    /**
     * A user.
     *
     * @param name no other has it: it is part of what it adds
     */
    RandomUse(DelayQueueService service, UseJournal journal, String name, long seed, List<String> groups) {
        this.service = service;
        this.journal = journal;
        this.name = name;
        this.random = new Random(seed ^ name.hashCode());
        this.groups = groups;
    }

    /** Does one thing after the other. */
    void use(BooleanSupplier goOn) {
        while (goOn.getAsBoolean()) {
            int number = random.nextInt(IDS);
            step(oneOf(groups), TOPICS.get(number % TOPICS.size()), "id" + number);
            LockSupport.parkNanos(PAUSE);
        }
    }

    private void step(String group, String topic, String id) {
        int choice = random.nextInt(100);
        if (choice < 55) {
            add(group, topic, id);
        } else if (choice < 68) {
            remove(group, id);
        } else if (choice < 82) {
            reschedule(group, id);
        } else if (choice < 84) {
            service.topic(group, topic).pause();
        } else if (choice < 90) {
            service.topic(group, topic).resume();
        } else if (choice < 95) {
            service.requeueDeadLetter(group, id);
        } else if (choice < 96) {
            service.topic(group, topic).requeueDeadLetters();
        } else {
            look(group, topic, id);
        }
    }

    private void look(String group, String topic, String id) {
        service.findTask(group, id);
        service.countTasks(group);
        service.topic(group, topic).list(oneOf(List.of(TaskState.values())), null, 10);
    }

    private void add(String group, String topic, String id) {
        String task = name + "-" + tasks.incrementAndGet();
        IfExists ifExists = oneOf(List.of(IfExists.KEEP, IfExists.KEEP, IfExists.REPLACE, IfExists.FAIL));
        String behaviour = oneOf(List.of("end", "end", "end", "end", "fail", "reject", "repeat"));
        TaskBuilder builder = Task.of(group, topic)
                .id(id)
                .payload(Map.of("task", task, "does", behaviour))
                .priority(oneOf(List.of(Priority.values())))
                .ifExists(ifExists);
        if (behaviour.equals("repeat")) {
            builder.repeat(random.nextBoolean() ? Repeat.fixedDelay(FAR) : Repeat.fixedRate(FAR));
        }
        if (random.nextBoolean()) {
            builder.tag(TAG, id).tag("user", name);
        }
        if (random.nextInt(5) == 0) {
            builder.at(Instant.now().minusMillis(random.nextInt(1_000)));
        } else {
            builder.delay(delay());
        }
        UseJournal.Step step = journal.begin("add", group, id, task, ifExists + " " + behaviour);
        try {
            AddResult result = service.addTask(builder.build());
            step.end(result.outcome() + " " + result.dueAt().toEpochMilli());
        } catch (TaskExistsException e) {
            step.end("EXISTED 0");
        }
    }

    private Duration delay() {
        return random.nextInt(5) == 0 ? FAR : Duration.ofMillis(random.nextInt(400));
    }

    private void remove(String group, String id) {
        UseJournal.Step step = journal.begin("remove", group, id, "?", "");
        TaskInfo removed = service.removeTask(group, id).task();
        step.end(removed == null ? "NOTHING" : task(removed));
    }

    private void reschedule(String group, String id) {
        UseJournal.Step step = journal.begin("reschedule", group, id, "?", "");
        RescheduleResult result = service.rescheduleTask(group, id, delay());
        step.end(result.outcome().toString());
    }

    /** Id that an add has given it. */
    static String task(TaskInfo info) {
        return String.valueOf(info.payload()).replaceAll(".*\"task\":\"([^\"]*)\".*", "$1");
    }

    /** The callback of all tasks: does what they say. */
    static void call(UseJournal journal, Object payload, TaskContext context) {
        Map<?, ?> says = (Map<?, ?>) payload;
        String task = String.valueOf(says.get("task"));
        UseJournal.Step run = journal.begin(
                "run",
                context.group(),
                context.id(),
                task,
                context.attempt() + " " + context.dueAt().toEpochMilli());
        // One in four takes so long that a kill meets it.
        LockSupport.parkNanos(task.hashCode() % 4 == 0 ? LONG_CALL : PAUSE);
        if (says.get("does").equals("fail") && context.attempt() < 3) {
            throw new IllegalStateException("not yet");
        }
        if (says.get("does").equals("reject")) {
            throw new RejectTaskException("never");
        }
        run.end("RETURNED");
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
