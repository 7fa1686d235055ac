package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.env.Environment;

/** Says why there is no queue of the name that is asked for, where there may be others. */
final class MissingQueueReasons {

    private static final String DEFAULT_QUEUE = "delayqueue.default-queue";

    private final Properties properties;

    private final NamedQueues queues;

    MissingQueueReasons(Environment environment) {
        this.properties = new Properties(environment);
        this.queues = new NamedQueues(environment);
    }

    /** Why there is none, null if there is; and what to do. */
    record Reason(String description, String action) {}

    /** The qualifier of the parameter or field for which nothing was found, null if it has none. */
    static @Nullable String qualifier(Throwable failure) {
        String qualifier = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            InjectionPoint point = cause instanceof UnsatisfiedDependencyException unsatisfied
                    ? unsatisfied.getInjectionPoint()
                    : null;
            if (point != null) {
                Qualifier annotation = point.getAnnotation(Qualifier.class);
                qualifier = annotation == null ? null : annotation.value();
            }
        }
        return qualifier;
    }

    /**
     * Looks for the queue.
     *
     * @param queue its name, null if none was asked for
     */
    @Nullable
    Reason of(@Nullable String queue, Class<?> type) {
        Set<String> enabled = new TreeSet<>(queues.names());
        enabled.removeAll(queues.disabled());
        if (queue == null) {
            return queues.hasDefault() ? null : noDefault(enabled);
        }
        if (queues.disabled().contains(queue)) {
            String property = "delayqueue.queues." + queue + ".enabled";
            return new Reason(
                    "the queue '" + queue + "' is switched off by " + properties.describe(property) + ".",
                    "Remove " + property + "=false; or, where the queue may be off, inject ObjectProvider<"
                            + type.getSimpleName() + ">.");
        }
        if (queue.equals(DelayQueueEngine.DEFAULT_NAME)) {
            return queues.hasDefault()
                    ? new Reason(
                            "the default queue has no qualifier.",
                            "Remove @Qualifier(\"default\"): what has no qualifier is of the default queue.")
                    : noDefault(enabled);
        }
        if (enabled.contains(queue)) {
            return null;
        }
        return new Reason(
                "there is no queue '" + queue + "', only " + all(enabled) + ".",
                "Give @Qualifier the name of one of these, or configure the queue under delayqueue.queues." + queue
                        + ".");
    }

    private Reason noDefault(Set<String> enabled) {
        String property = properties.describe(DEFAULT_QUEUE);
        return enabled.isEmpty()
                ? new Reason(
                        "there is no queue at all: the default one is switched off by " + property
                                + ", and there is none under delayqueue.queues.",
                        "Remove " + DEFAULT_QUEUE + "=false, or configure a queue under delayqueue.queues.")
                : new Reason(
                        "there is no default queue, which is switched off by " + property + ", only " + enabled + ".",
                        "Say which queue is meant, as with @Qualifier(\""
                                + enabled.iterator().next() + "\"), or remove " + DEFAULT_QUEUE + "=false.");
    }

    private Set<String> all(Set<String> enabled) {
        Set<String> all = new TreeSet<>(enabled);
        if (queues.hasDefault()) {
            all.add(DelayQueueEngine.DEFAULT_NAME);
        }
        return all;
    }
}
