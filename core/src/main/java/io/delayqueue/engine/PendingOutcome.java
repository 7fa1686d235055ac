package io.delayqueue.engine;

/** An outcome on its way to the store. */
final class PendingOutcome {

    private final Settlement settlement;

    private boolean maybeTaken;

    PendingOutcome(Settlement settlement) {
        this.settlement = settlement;
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
