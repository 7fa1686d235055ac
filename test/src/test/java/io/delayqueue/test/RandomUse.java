package io.delayqueue.test;

import io.delayqueue.CronSchedule;
import io.delayqueue.DelayQueueException;
import io.delayqueue.FailedAttempt;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicOperations;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.store.DeadLetterRetention;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.scheduling.support.CronExpression;

/**
 * Random use of two queues of a kit, determined by a seed, with its history: each observable event with its virtual time, in
 * order. The history has no messages of exceptions, no names of instances and nothing else that is not behaviour.
 */
final class RandomUse {

    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private static final String OTHER_QUEUE = "other";

    private static final CronSchedule CRON = (expression, zone, after) ->
            CronExpression.parse(expression).next(after.atZone(zone)).toInstant();

    private final RandomChoices choices;

    private final int steps;

    private final DelayQueueTestKit kit;

    /** Pulled tasks without an outcome. */
    private final List<PulledTask> held = new ArrayList<>();

    private final List<String> history = new ArrayList<>();

    /** Creates a use that has not begun. */
    RandomUse(long seed, int steps) {
        this.choices = new RandomChoices(seed);
        this.steps = steps;
        this.kit = DelayQueueTestKit.builder()
                .startAt(START)
                .configure(engine -> configure(engine, ""))
                .queue(OTHER_QUEUE, engine -> configure(engine, OTHER_QUEUE + " "))
                .build();
    }

    private void configure(DelayQueueEngineBuilder engine, String queue) {
        engine.cronSchedule(CRON)
                .extend(extensions -> extensions.addObserver(new EventWriter(queue, this::event)))
                .extend(extensions -> extensions.addDeadLetterListener(
                        dead -> event(queue + "dead letter " + dead.id() + " after " + dead.attempts())));
        if (choices.of(3) == 0) {
            engine.deadLetterRetention(new DeadLetterRetention(Duration.ofMinutes(20), 5));
        }
    }

    private void event(String what) {
        history.add(WithKit.seconds(kit.now()) + " " + what);
    }

    /** Runs all steps, and the remaining tasks for some hours. */
    List<String> play() throws InterruptedException {
        try (kit) {
            for (TestQueue queue : queues()) {
                for (String group : RandomChoices.GROUPS) {
                    RandomChoices.TOPICS.forEach(
                            topic -> queue.on(group, topic, String.class, this::run, choices.options()));
                    queue.register().registerTopic(group, RandomChoices.PULLED);
                }
            }
            for (int step = 0; step < steps; step++) {
                TestQueue queue = queue();
                ask(() -> use(queue));
            }
            kit.advance(Duration.ofHours(4));
            for (TestQueue queue : queues()) {
                end(queue);
            }
            return history;
        }
    }

    private List<TestQueue> queues() {
        return List.of(kit.queue(), kit.queue(OTHER_QUEUE));
    }

    private void end(TestQueue queue) throws InterruptedException {
        queue.deliveries()
                .forEach(call -> event("delivered " + call.topic() + " " + call.id() + "#" + call.attempt() + " "
                        + WithKit.seconds(call.at()) + " " + call.outcome() + " " + name(call.failure())));
        queue.tasks().forEach(task -> event("left " + state(task)));
        for (String group : RandomChoices.GROUPS) {
            ask(() -> event("counts " + queue.service().countTasks(group)));
            ask(() -> event(
                    "registered " + new TreeSet<>(queue.register().topics().getOrDefault(group, Set.of()))));
            ask(() -> queue.inspector().audit(group).findings().forEach(found -> event("finding " + found.kind())));
        }
    }

    private static String state(TaskInfo task) {
        List<String> failures =
                task.failedAttempts().stream().map(RandomUse::failure).toList();
        return task.topic() + " " + task.id() + " " + task.state() + " due " + task.dueAt() + " until "
                + task.stateUntil() + " attempts " + task.attempts() + " " + task.priority() + " " + failures;
    }

    private static String failure(FailedAttempt failed) {
        return failed.attempt() + "@" + WithKit.seconds(failed.at()) + " " + failed.outcome();
    }

    private static String name(Throwable failure) {
        return failure == null ? "" : failure.getClass().getSimpleName();
    }

    /** Action on a queue. */
    private interface Request {
        void make() throws InterruptedException;
    }

    private void ask(Request request) throws InterruptedException {
        try {
            request.make();
        } catch (DelayQueueException e) {
            event("refused " + name(e));
        }
    }

    private void use(TestQueue queue) throws InterruptedException {
        switch (choices.of(24)) {
            case 0, 1, 2 -> event("advanced, calls " + kit.advance(choices.seconds(600)));
            case 3 -> event("ran due, calls " + kit.runDue());
            case 4 ->
                queue.nextCallback(choices.group(), choices.topic())
                        .fails(1 + choices.of(3), new IllegalStateException());
            case 5 -> queue.nextCallback(choices.group(), choices.topic()).takes(choices.seconds(100));
            case 6 -> queue.nextCallback(choices.group(), choices.topic()).crashes();
            case 7 -> queue.nextCallback(choices.group(), choices.topic()).crashesAfter();
            case 8 -> queue.nextStoreCall().losesReply();
            case 9 -> queue.nextStoreCall(choices.call()).losesReply(choices.of(3) + 1);
            case 10 -> queue.nextStoreCall(choices.call()).fails(choices.of(7) + 1);
            case 11 -> kit.crash();
            case 12 -> pull(queue);
            case 13 -> settle();
            case 14 -> operate(queue.service().topic(choices.group(), choices.topic()));
            case 15 -> register(queue);
            default -> change(queue);
        }
    }

    /** Action that is possible at any time, including in callbacks. */
    private void change(TestQueue queue) {
        String group = choices.group();
        switch (choices.of(12)) {
            case 0 ->
                event("removed "
                        + Optional.ofNullable(queue.service()
                                        .removeTask(group, choices.id())
                                        .task())
                                .map(RandomUse::state)
                                .orElse("nothing"));
            case 1 -> event("moved " + queue.service().rescheduleTask(group, choices.id(), choices.seconds(100)));
            case 2 -> event("now " + queue.service().runTaskNow(group, choices.id()));
            case 3 -> event("requeued " + queue.service().requeueDeadLetter(group, choices.id()));
            case 4 ->
                event("added several "
                        + queue.service()
                                .addTasks(List.of(
                                        choices.task(group, choices.topic()),
                                        choices.task(group, choices.topic()),
                                        choices.task(choices.group(), RandomChoices.PULLED))));
            default ->
                event("added "
                        + queue.service()
                                .addTask(choices.task(
                                        group, choices.of(6) == 0 ? RandomChoices.PULLED : choices.topic())));
        }
    }

    private void operate(TopicOperations topic) {
        switch (choices.of(8)) {
            case 0, 1 -> event(topic.name() + " paused " + topic.pause());
            case 2, 3, 4 -> event(topic.name() + " resumed " + topic.resume());
            case 5 -> event(topic.name() + " requeued " + topic.requeueDeadLetters());
            case 6 -> event(topic.name() + " purged " + topic.purgeDeadLetters());
            default -> event(topic.name() + " removed " + topic.removeTasks());
        }
    }

    private void register(TestQueue queue) {
        String group = choices.group();
        String topic = choices.topic();
        if (choices.of(4) == 0) {
            event(group + "/" + topic + " unregistered " + queue.register().cancelTopic(group, topic));
        } else {
            event(group + "/" + topic + " registered " + queue.register().registerTopic(group, topic));
        }
    }

    private void pull(TestQueue queue) throws InterruptedException {
        PullOptions options = new PullOptions(1 + choices.of(5), choices.seconds(600));
        for (PulledTask task : queue.puller().reserve(choices.group(), RandomChoices.PULLED, options, Duration.ZERO)) {
            event("pulled " + task.id() + "#" + task.attempt() + " of " + task.dueAt() + " left " + task.leaseLeft());
            held.add(task);
        }
    }

    private void settle() {
        if (held.isEmpty()) {
            return;
        }
        PulledTask task = held.remove(choices.of(held.size()));
        event("settles " + task.id());
        switch (choices.of(5)) {
            case 0 -> task.retry(choices.seconds(90), "again");
            case 1 -> task.bury("no");
            case 2 -> task.release();
            case 3 -> {
                task.touch();
                held.add(task);
            }
            default -> task.finish();
        }
    }

    private void run(String payload, TaskContext task) throws Exception {
        String who = task.group() + "/" + task.topic() + " " + payload + "#" + task.attempt();
        event(who + " of " + task.maxAttempts() + " due " + WithKit.seconds(task.dueAt()) + " until "
                + (task.deadline() == null ? "ever" : WithKit.seconds(task.deadline())));
        choices.running().add(task.id());
        try {
            act(task);
            event(who + " returns, cancelled " + task.isCancelled());
        } catch (Throwable e) {
            event(who + " throws " + name(e));
            throw e;
        } finally {
            choices.running().remove(task.id());
        }
    }

    private void act(TaskContext task) throws Exception {
        switch (choices.of(14)) {
            case 0, 1, 2 -> kit.spend(choices.seconds(90));
            case 3 -> spendTwice(task);
            case 4 -> spendInSpiteOfInterruption();
            case 5, 6 -> change(queue());
            case 7 -> throw new RetryTaskException(choices.seconds(90), "again");
            case 8 -> throw new IllegalStateException();
            case 9 -> throw choices.toss() ? new RejectTaskException("no") : new UnsupportedOperationException();
            case 10 -> {
                kit.spend(choices.seconds(20));
                if (choices.of(3) == 0) {
                    event("crash");
                    kit.crash();
                }
            }
            default -> {
                // Most do nothing else.
            }
        }
    }

    private void spendTwice(TaskContext task) throws InterruptedException {
        kit.spend(choices.seconds(50));
        task.touch();
        event("touched, cancelled " + task.isCancelled());
        kit.spend(choices.seconds(50));
    }

    private void spendInSpiteOfInterruption() throws InterruptedException {
        try {
            kit.spend(choices.seconds(200));
        } catch (InterruptedException e) {
            event("goes on");
            kit.spend(choices.seconds(30));
        }
    }

    private TestQueue queue() {
        return queues().get(choices.of(2));
    }
}
