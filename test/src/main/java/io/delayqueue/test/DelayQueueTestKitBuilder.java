package io.delayqueue.test;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds a kit. Not thread-safe. */
public final class DelayQueueTestKitBuilder {

    private final Map<String, Consumer<DelayQueueEngineBuilder>> queues = new LinkedHashMap<>();

    private @Nullable Instant start;

    DelayQueueTestKitBuilder() {
        queues.put(DelayQueueEngine.DEFAULT_NAME, engine -> {});
    }

    /**
     * Sets the time at which the kit begins, instead of the system's.
     *
     * @param instant the time
     * @return this builder
     * @throws IllegalArgumentException if it is before the year 1970 or after 9999
     */
    public DelayQueueTestKitBuilder startAt(Instant instant) {
        this.start = VirtualClock.requireStart(Objects.requireNonNull(instant, "instant must not be null"));
        return this;
    }

    /**
     * Configures the default queue. Can be called several times.
     *
     * @param configure configures the builder of its engine
     * @return this builder
     */
    public DelayQueueTestKitBuilder configure(Consumer<DelayQueueEngineBuilder> configure) {
        return queue(DelayQueueEngine.DEFAULT_NAME, configure);
    }

    /**
     * Adds or configures another queue. Can be called several times.
     *
     * @param name the queue's name, not blank
     * @param configure configures the builder of its engine
     * @return this builder
     */
    public DelayQueueTestKitBuilder queue(String name, Consumer<DelayQueueEngineBuilder> configure) {
        Objects.requireNonNull(name, "name must not be null");
        Objects.requireNonNull(configure, "configure must not be null");
        queues.merge(name, configure, Consumer::andThen);
        return this;
    }

    /**
     * Builds the kit. Its engines start when its time is moved for the first time, or a task is pulled.
     *
     * @return the kit
     */
    public DelayQueueTestKit build() {
        KitAssembly assembly = new KitAssembly(start);
        queues.forEach((name, configure) -> {
            DelayQueueEngineBuilder engine =
                    DelayQueueEngine.builder(assembly.backend(name)).name(name);
            configure.accept(engine);
            assembly.own(engine.name(name).build());
        });
        return assembly.kit();
    }
}
