package io.delayqueue.benchmarks.contender;

import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.engine.EngineSettings;

/** A delayed queue that can be measured. */
public interface Contender {

    /** How many callbacks of one topic may run at once, where a contender has such a thing: this project's default. */
    int CONCURRENCY = EngineSettings.DEFAULT_CONCURRENCY;

    /** {@return its name in tables and files} */
    String name();

    /** {@return which version of it is measured} */
    String version();

    /**
     * Connects, without consuming anything yet. What one instance of an application would have.
     *
     * @param redis the server
     * @return the open queue
     */
    OpenQueue open(Address redis);
}
