package io.delayqueue.web.live;

/** How long ago something was done last, by {@link System#nanoTime}. */
final class Age {

    private boolean done;

    private long at;

    void done(long now) {
        done = true;
        at = now;
    }

    /** {@return in nanoseconds; the greatest number if it was never done} */
    long at(long now) {
        return done ? Math.max(0, now - at) : Long.MAX_VALUE;
    }
}
