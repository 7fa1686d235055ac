package io.delayqueue.monitor;

/**
 * Risk that a store loses confirmed tasks.
 *
 * @param kind the kind of risk
 * @param server the server at risk, in a cluster one of the masters
 * @param description the risk in a sentence: the server, the possible loss, and the setting that prevents it
 */
public record StoreFinding(Kind kind, String server, String description) {

    /** The kinds of risk. */
    public enum Kind {
        /** The server may remove keys to free memory. */
        EVICTION_POLICY,
        /** The server has removed keys to free memory, possibly tasks. */
        EVICTIONS,
        /** A restart of the server loses all tasks. */
        NO_PERSISTENCE,
        /** A crash of the server loses the tasks added after its last snapshot. */
        SNAPSHOTS_ONLY,
        /** Fewer replicas are connected than must confirm each add. */
        MISSING_REPLICAS,
        /** The histories of topics may take more than a quarter of the memory of the server, so that adds may be refused. */
        HISTORY_SIZE
    }
}
