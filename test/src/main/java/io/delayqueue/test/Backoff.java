package io.delayqueue.test;

import io.delayqueue.internal.drive.EngineTime;
import java.util.concurrent.TimeUnit;

/** The pauses after calls of the store that failed: those of an engine with threads, without the random part. */
final class Backoff {

    private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long MAX = TimeUnit.SECONDS.toNanos(5);

    private final EngineTime time;

    private long pause = FIRST;

    private boolean failed;

    private long until;

    Backoff(EngineTime time) {
        this.time = time;
    }

    /** {@return the nanoseconds until the call is to be made again; not positive if it may be made now} */
    long left() {
        return failed ? until - time.now() : 0;
    }

    boolean isDue() {
        return left() <= 0;
    }

    void succeeded() {
        failed = false;
        pause = FIRST;
    }

    void failed() {
        failed = true;
        until = time.now() + pause;
        pause = Math.min(2 * pause, MAX);
    }
}
