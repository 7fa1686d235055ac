package io.delayqueue.benchmarks.contender;

import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.engine.EngineSettings;

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
}
