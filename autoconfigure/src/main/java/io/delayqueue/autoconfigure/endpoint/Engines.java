package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.engine.DelayQueueEngine;
import java.util.Collection;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Engines of the application. */
record Engines(Supplier<Collection<DelayQueueEngine>> supplier) {

    Collection<DelayQueueEngine> all() {
        return supplier.get();
    }

    /** Finds the queue of that name; without a name the default queue, or the only one. */
    @Nullable
    DelayQueueEngine find(@Nullable String name) {
        Collection<DelayQueueEngine> all = all();
        String wanted = name == null ? DelayQueueEngine.DEFAULT_NAME : name;
        return all.stream()
                .filter(engine -> engine.name().equals(wanted))
                .findFirst()
                .orElse(name == null && all.size() == 1 ? all.iterator().next() : null);
    }
}
