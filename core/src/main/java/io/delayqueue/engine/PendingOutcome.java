package io.delayqueue.engine;

/** An outcome on its way to the store. */
final class PendingOutcome {

    private final Settlement settlement;

    private final int bytes;

    private boolean maybeTaken;

    PendingOutcome(Settlement settlement, int bytes) {
        this.settlement = settlement;
        this.bytes = bytes;
    }

    /** How large its task is. */
    int bytes() {
        return bytes;
    }

    Settlement settlement() {
        return settlement;
    }

    /** Whether an earlier call may have brought it to the store: it seems stale if that call did. */
    boolean isMaybeTaken() {
        return maybeTaken;
    }

    void maybeTaken(boolean maybe) {
        maybeTaken = maybe;
    }
}
