package io.delayqueue.memory;

import org.jspecify.annotations.Nullable;

/** Who pushes a group, and whether others ask to. Changed under the group's lock only. */
final class Claims {

    /** How long a claim outlasts the wait that its pusher has planned. */
    private static final long CLAIM_MILLIS = 1_000;

    private @Nullable String pusher;

    private long pusherUntil;

    private long othersUntil = Long.MIN_VALUE;

    /** Who pushes, if that is still so. A claim that lasts longer than any can is one of before the clock was set back. */
    private @Nullable String pusher(StepTime now) {
        long left = pusherUntil - now.millis();
        return pusher != null && left >= 0 && left <= MemoryGroup.SWEEP_MILLIS + CLAIM_MILLIS ? pusher : null;
    }

    /** Whether somebody else pushes. */
    boolean isTaken(String instance, StepTime now) {
        String holder = pusher(now);
        return holder != null && !holder.equals(instance);
    }

    /** An instance asks, and is refused; says for how many milliseconds. */
    long refuse(StepTime now) {
        othersUntil = now.millis() + 3 * CLAIM_MILLIS;
        return Math.max(pusherUntil - now.millis(), 0);
    }

    /** Whether no other instance has asked lately. */
    boolean isAlone(StepTime now) {
        return now.millis() > othersUntil;
    }

    /** An instance pushes, and will again after so many milliseconds. */
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
