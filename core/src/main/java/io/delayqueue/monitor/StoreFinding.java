package io.delayqueue.monitor;

import java.util.Objects;

/**
 * A risk that a store loses tasks it has confirmed.
 *
 * @param kind the kind of risk
 * @param server the server that has it, in a cluster one of the masters
 * @param description a sentence for people: the server, what is at stake, and the setting that prevents it
 */
public record StoreFinding(Kind kind, String server, String description) {

    /** Checks that all is there. */
    public StoreFinding {
        Objects.requireNonNull(kind, "kind must not be null");
        Objects.requireNonNull(server, "server must not be null");
        Objects.requireNonNull(description, "description must not be null");
    }

    /** The kinds of risk. */
    public enum Kind {
        /** The server may remove keys to free memory. */
        EVICTION_POLICY,
        /** The server has removed keys to free memory, tasks perhaps among them. */
        EVICTIONS,
        /** A restart of the server loses all tasks. */
        NO_PERSISTENCE,
        /** A crash of the server loses the tasks that came after its last snapshot. */
        SNAPSHOTS_ONLY,
        /** Fewer replicas are connected than are to confirm each add. */
        MISSING_REPLICAS
    }
}
