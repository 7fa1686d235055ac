package io.delayqueue.web;

import io.delayqueue.engine.DelayQueueEngine;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Queues of the application by the names in requests. */
public final class WebQueues {

    private final Supplier<? extends Collection<DelayQueueEngine>> engines;

    WebQueues(Supplier<? extends Collection<DelayQueueEngine>> engines) {
        this.engines = engines;
    }

    /** {@return all queues by their names} */
    public List<DelayQueueEngine> all() {
        return engines.get().stream()
                .sorted(Comparator.comparing(DelayQueueEngine::name))
                .toList();
    }

    /**
     * Finds a queue.
     *
     * @param name its name; null for the default queue, or the only one
     * @return the queue, or empty if there is none with that name
     */
    public Optional<DelayQueueEngine> find(@Nullable String name) {
        List<DelayQueueEngine> all = all();
        String wanted = name == null ? DelayQueueEngine.DEFAULT_NAME : name;
        Optional<DelayQueueEngine> named =
                all.stream().filter(engine -> engine.name().equals(wanted)).findFirst();
        return named.isPresent() || name != null || all.size() != 1 ? named : Optional.of(all.get(0));
    }
}
