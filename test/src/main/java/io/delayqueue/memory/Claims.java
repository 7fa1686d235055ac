package io.delayqueue.memory;

import org.jspecify.annotations.Nullable;

/** Claim of a group's pusher, and requests of other instances. Changed under the group's lock only. */
final class Claims {

    /** Time by which a claim outlasts the planned wait of its pusher. */
    private static final long CLAIM_MILLIS = 1_000;

    private @Nullable String pusher;

    private long pusherUntil;

    private long othersUntil = Long.MIN_VALUE;

    /** Returns the current pusher. A claim with an end too far in the future was made before the clock was set back. */
    private @Nullable String pusher(StepTime now) {
        long left = pusherUntil - now.millis();
        return pusher != null && left >= 0 && left <= MemoryGroup.SWEEP_MILLIS + CLAIM_MILLIS ? pusher : null;
    }

    /** Whether another instance pushes. */
    boolean isTaken(String instance, StepTime now) {
        String holder = pusher(now);
        return holder != null && !holder.equals(instance);
    }

    /** Rejects a request of an instance; returns the milliseconds until its next. */
    long refuse(StepTime now) {
        othersUntil = now.millis() + 3 * CLAIM_MILLIS;
        return Math.max(pusherUntil - now.millis(), 0);
    }

    /** Whether no other instance has requested the claim recently. */
    boolean isAlone(StepTime now) {
        return now.millis() > othersUntil;
    }

    /** Claims the group for an instance until after its next push in so many milliseconds. */
    void claim(String instance, long waitMillis, StepTime now) {
        pusher = instance;
        pusherUntil = now.millis() + waitMillis + CLAIM_MILLIS;
    }

    /** Ends an instance's claim; false if it has none. */
    boolean resign(String instance, StepTime now) {
        if (!instance.equals(pusher(now))) {
            return false;
        }
        pusher = null;
        return true;
    }

    void clear() {
        pusher = null;
        othersUntil = Long.MIN_VALUE;
    }
}
