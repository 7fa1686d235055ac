package io.delayqueue.fidelity;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Runs the payloads' plans and records the calls, without values that depend on the time of day. */
final class Journal {

    private static final String ANOTHER = "-another";

    private final String group;

    private final Supplier<DelayQueueService> service;

    private final Map<String, List<String>> calls = new ConcurrentHashMap<>();

    /** Calls in the topic with a single slot. */
    private final List<String> order = new CopyOnWriteArrayList<>();

    /**
     * Creates an empty journal.
     *
     * @param service supplies the service of the queue
     */
    Journal(String group, Supplier<DelayQueueService> service) {
        this.group = group;
        this.service = service;
    }

    void callbacks(DelayQueueEngineBuilder engine) {
        TaskCallback<Plan> callback = this::call;
        engine.cronSchedule((expression, zone, after) -> after.plus(Scenario.FAR));
        Scenario.TOPICS.forEach(topic -> engine.callback(new TopicCallback(
                new TopicName(group, topic),
                Plan.class,
                callback,
                TopicOptions.builder()
                        .concurrency(topic.equals(Scenario.ORDERED) ? 1 : 4)
                        .noRetryFor(Set.of(IllegalStateException.class))
                        .build(),
                "journal")));
    }

    private void call(Plan plan, TaskContext context) {
        List<String> sofar = calls.computeIfAbsent(plan.id(), id -> new CopyOnWriteArrayList<>());
        if (context.topic().equals(Scenario.ORDERED)) {
            order.add(plan.id());
        }
        Plan.Call call = plan.call(sofar.size() + 1);
        sofar.add("version " + plan.version() + ", attempt " + context.attempt() + " of " + context.maxAttempts() + ": "
                + call);
        switch (call) {
            case RETURN -> {
                // The call has no other effect.
            }
            case THROW -> throw new IllegalArgumentException("planned");
            case THROW_WHAT_IS_NOT_RETRIED -> throw new IllegalStateException("planned");
            case RETRY_SOON -> throw new RetryTaskException(Duration.ofMillis(30), "planned");
            case REJECT -> throw new RejectTaskException("planned");
            case ADD_ANOTHER -> {
                // An id of its own, as the one of an earlier call may still be there.
                String id = context.id() + ANOTHER + sofar.size();
                service.get()
                        .addTask(Task.of(group, context.topic())
                                .id(id)
                                .payload(new Plan(id, 0, List.of(Plan.Call.RETURN)))
                                .build());
            }
            case CANCEL_ITSELF -> service.get().removeTask(group, context.id());
        }
    }

    /** Returns the history of each task and its last state, and the order in one topic. */
    Map<String, List<String>> histories() {
        Map<String, List<String>> histories = new TreeMap<>();
        Set<String> ids = new TreeSet<>(Scenario.ids());
        ids.addAll(calls.keySet());
        for (String id : ids) {
            List<String> history = new ArrayList<>(calls.getOrDefault(id, List.of()));
            history.add(service.get().findTask(group, id).map(Journal::left).orElse("gone"));
            histories.put(id, history);
        }
        histories.put("order", List.copyOf(order));
        return histories;
    }

    private static String left(TaskInfo info) {
        List<String> failures = info.failedAttempts().stream()
                .map(failed -> failed.outcome() + " at attempt " + failed.attempt() + " by " + failed.type())
                .toList();
        return info.state() + " after " + info.attempts() + " attempts, " + info.priority() + ", failures " + failures;
    }
}
