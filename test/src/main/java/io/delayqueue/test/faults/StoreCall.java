package io.delayqueue.test.faults;

import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Calls of the store by engines, services and pullers. */
public enum StoreCall {
    /** Adds tasks. */
    ADD(TaskStore.class, "add"),
    /**
     * Makes due tasks ready, and those whose lease has ended. The engine makes these calls by itself, even without due tasks.
     */
    PUSH(TaskStore.class, "push"),
    /** Leases ready tasks to the engine or a puller. */
    RESERVE(TaskStore.class, "reserve", "pushAndReserve"),
    /** Gives back tasks leased by a call whose reply was lost. */
    RECLAIM(TaskStore.class, "reclaim"),
    /** Removes a finished task. */
    FINISH(Outcome.Kind.FINISHED),
    /** Delays a failed task for its next attempt. */
    RETRY(Outcome.Kind.RETRY),
    /** Delays a repeating task for its next occurrence. */
    REPEAT(Outcome.Kind.NEXT_OCCURRENCE),
    /** Moves a failed task to the dead letters. */
    BURY(Outcome.Kind.DEAD),
    /** Gives a task back without an outcome. */
    RELEASE(Outcome.Kind.RELEASED),
    /** Renews a lease. The engine makes these calls by itself while a callback runs. */
    RENEW(TaskStore.class, "renew"),
    /** Finds tasks. */
    FIND(TaskStore.class, "find"),
    /** Removes tasks before they are finished, or interrupts their attempts. */
    REMOVE(TaskStore.class, "remove", "interrupt"),
    /** Reschedules a task, or changes, pauses or resumes its repetition. */
    RESCHEDULE(TaskStore.class, "reschedule", "edit"),
    /** Makes changes of committed transactions, each once. */
    APPLY(TaskStore.class, "apply"),
    /** Makes dead letters ready again. */
    REQUEUE(DeadLetterStore.class, "requeue", "requeueEdited"),
    /** Reads the time. */
    TIME(TaskStore.class, "time"),
    /** Lists the tasks of a topic or a key, or a group's repeating ones, reads their payloads to check them, or their failures to group them. */
    LIST(List.of(
            "TopicStore.list",
            "TopicStore.details",
            "TopicStore.repeating",
            "TopicStore.tagged",
            "TopicStore.find",
            "TopicStore.tasksOfKey",
            "DeadLetterStore.failures")),
    /** Counts the tasks of topics and keys, or those that will be due. */
    COUNT(TopicStore.class, "count", "countTagged", "forecast", "keys"),
    /** Pauses or holds a topic. */
    PAUSE(TopicStore.class, "pause", "hold"),
    /** Ends a topic's pause or hold. */
    RESUME(TopicStore.class, "resume"),
    /** Removes a topic's tasks, some in each call. */
    REMOVE_TASKS(TopicStore.class, "removeTasks"),
    /** Makes a topic's dead letters ready again, some in each call; at once, at a pace, or those of given ids. */
    REQUEUE_TOPIC(DeadLetterStore.class, "requeueTopic", "requeueSelected"),
    /** Removes a topic's dead letters, some in each call. */
    PURGE_TOPIC(DeadLetterStore.class, "purgeTopic", "purgeSelected"),
    /** Removes dead letters by retention, and data of topics without tasks. The engine makes these calls by itself. */
    TRIM(List.of("DeadLetterStore.trim", "TopicStore.forgetEmpty")),
    /** Registers a group or topics. The engine makes these calls by itself at its start. */
    REGISTER(RegistryStore.class, "register", "restore"),
    /** Removes a group or a topic from the registry. */
    UNREGISTER(RegistryStore.class, "unregister", "unregisterUnused"),
    /** Reads the registry. The engine makes these calls by itself at its start and after changes. */
    READ_REGISTER(RegistryStore.class, "load", "topics");

    private static final Map<String, StoreCall> BY_NAME = new HashMap<>();

    static {
        for (StoreCall call : values()) {
            call.names.forEach(name -> BY_NAME.put(name, call));
        }
    }

    private final List<String> names;

    StoreCall(Class<?> port, String... methods) {
        this(Stream.of(methods)
                .map(method -> port.getSimpleName() + "." + method)
                .toList());
    }

    StoreCall(Outcome.Kind acknowledged) {
        this(List.of(acknowledged.name()));
    }

    StoreCall(List<String> names) {
        this.names = names;
    }

    /** Finds the call of a port's method; null for one that never fails. */
    static @Nullable StoreCall of(Method method, Object @Nullable ... arguments) {
        return method.getName().equals("acknowledge")
                ? ofOutcomes(Objects.requireNonNull(arguments))
                : BY_NAME.get(name(method));
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    @SuppressWarnings("unchecked")
    private static @Nullable StoreCall ofOutcomes(Object[] arguments) {
        List<Outcome> outcomes = (List<Outcome>) arguments[1];
        return outcomes.isEmpty() ? null : BY_NAME.get(Outcome.kindOf(outcomes).name());
    }

    /** Whether a plan for any call applies to it, which excludes calls that an engine makes by itself. */
    boolean isOneOfAny() {
        return switch (this) {
            case PUSH, RENEW, TIME, TRIM, REGISTER, READ_REGISTER -> false;
            default -> true;
        };
    }
}
