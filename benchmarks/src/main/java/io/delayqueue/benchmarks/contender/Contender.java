package io.delayqueue.benchmarks.contender;

import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.EngineSettings;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Delayed queue to measure. */
public interface Contender {

    /** Number of concurrent callbacks of one topic, for contenders with such a setting: this project's default. */
    int CONCURRENCY = EngineSettings.DEFAULT_CONCURRENCY;

    /** {@return its name in tables and files} */
    String name();

    /** {@return its measured version} */
    String version();

    /**
     * Connects like one instance of an application, without consuming yet.
     *
     * @param redis the server
     * @return the open queue
     */
    OpenQueue open(Address redis);

    /**
     * Connects like one instance of an application whose topics have limits, keys or batches.
     *
     * @param redis the server
     * @param options the options of each topic
     * @param key returns the key of a task, or null
     * @return the open queue
     * @throws UnsupportedOperationException if the contender has no such options
     */
    default OpenQueue open(Address redis, TopicOptions options, Function<Item, @Nullable String> key) {
        throw new UnsupportedOperationException(name() + " has no limits, keys and batches");
    }
}
