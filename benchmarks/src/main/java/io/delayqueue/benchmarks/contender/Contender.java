package io.delayqueue.benchmarks.contender;

import io.delayqueue.benchmarks.server.Address;

/** A delayed queue that can be measured. */
public interface Contender {

    /** How many callbacks of one topic may run at once, where a contender has such a thing. */
    int CONCURRENCY = 8;

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
