package io.delayqueue.benchmarks.contender;

import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.engine.EngineSettings;
import io.delayqueue.limit.TopicLimits;

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
     * Connects like one instance of an application whose topics have limits over all instances.
     *
     * @param redis the server
     * @param limits the limits of each topic
     * @return the open queue
     * @throws UnsupportedOperationException if the contender has no such limits
     */
    default OpenQueue open(Address redis, TopicLimits limits) {
        throw new UnsupportedOperationException(name() + " has no limits over all instances");
    }
}
