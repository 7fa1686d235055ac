package io.delayqueue.test.faults;

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

/** What an engine, a service or a puller asks of the store. */
public enum StoreCall {
    /** Adds tasks. */
    ADD(TaskStore.class, "add"),
    /** Makes due tasks ready, and those whose lease has ended. The engine does it by itself, also where nothing is due. */
    PUSH(TaskStore.class, "push"),
    /** Leases ready tasks to the engine, or to who pulls. */
    RESERVE(TaskStore.class, "reserve", "pushAndReserve"),
    /** Gives back what was leased by a call whose reply was lost. */
    RECLAIM(TaskStore.class, "reclaim"),
    /** Removes a finished task. */
    FINISH(Outcome.Kind.FINISHED),
    /** Has a failed task wait for another attempt. */
    RETRY(Outcome.Kind.RETRY),
    /** Has a repeating task wait for its next run. */
    REPEAT(Outcome.Kind.NEXT_OCCURRENCE),
    /** Moves a failed task to the dead letters. */
    BURY(Outcome.Kind.DEAD),
    /** Gives a task back without an outcome. */
    RELEASE(Outcome.Kind.RELEASED),
    /** Makes a lease last. The engine does it by itself while a callback runs. */
    RENEW(TaskStore.class, "renew"),
    /** Looks tasks up. The engine does it by itself to see whether a task that runs was removed. */
    FIND(TaskStore.class, "find"),
    /** Removes tasks before they are finished. */
    REMOVE(TaskStore.class, "remove"),
    /** Gives a task another time. */
    RESCHEDULE(TaskStore.class, "reschedule"),
    /** Makes dead letters ready again. */
    REQUEUE(TaskStore.class, "requeue"),
    /** Asks for the time. */
    TIME(TaskStore.class, "time"),
    /** Lists a topic's tasks. */
    LIST(TopicStore.class, "list"),
    /** Counts the tasks of topics. */
    COUNT(TopicStore.class, "count"),
    /** Pauses a topic. */
    PAUSE(TopicStore.class, "pause"),
    /** Ends a topic's pause. */
    RESUME(TopicStore.class, "resume"),
    /** Removes a topic's tasks, some at each call. */
    REMOVE_TASKS(TopicStore.class, "removeTasks"),
    /** Makes a topic's dead letters ready again, some at each call. */
    REQUEUE_TOPIC(TopicStore.class, "requeueTopic"),
    /** Removes a topic's dead letters, some at each call. */
    PURGE_TOPIC(TopicStore.class, "purgeTopic"),
    /** Removes dead letters that are not to be kept, and what is left of topics without tasks. The engine does it by itself. */
    TRIM(TopicStore.class, "trimDeadLetters", "forgetEmpty"),
    /** Registers a group or topics. The engine does it by itself when it starts, and a puller for a topic that is new to it. */
    REGISTER(RegistryStore.class, "registerGroup", "registerTopics", "restore"),
    /** Takes a group or a topic out of the register. */
    UNREGISTER(RegistryStore.class, "unregisterGroup", "unregisterTopic"),
    /** Reads the register. The engine does it by itself when it starts, and when the register has changed. */
    READ_REGISTER(RegistryStore.class, "load", "topics");

    private static final Map<String, StoreCall> BY_NAME = new HashMap<>();

    static {
        for (StoreCall call : values()) {
            call.names.forEach(name -> BY_NAME.put(name, call));
        }
    }

    private final List<String> names;

    StoreCall(Class<?> port, String... methods) {
        this.names = Stream.of(methods)
                .map(method -> port.getSimpleName() + "." + method)
                .toList();
    }

    StoreCall(Outcome.Kind acknowledged) {
        this.names = List.of(acknowledged.name());
    }

    /** The call that a method of a port makes; null for one that never fails. */
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

    /** Whether it is meant when any call is: not what an engine also does unasked. */
    boolean isOneOfAny() {
        return switch (this) {
            case PUSH, RENEW, FIND, TIME, TRIM, REGISTER, READ_REGISTER -> false;
            default -> true;
        };
    }
}
