package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.contender.limit.Reserver.Reserved;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Makes due tasks ready. After a pause it also reserves in the same round trip, so that a single due task is not delayed; with
 * more than one round trip's work it leaves reservations to the fetcher.
 */
final class Pusher extends Worker {

    private static final int MOVED = 1;

    private static final int WAIT = 3;

    private final byte[] push;

    private final byte[] resign;

    private final Reserver reserver;

    private final Runnable ready;

    /** Time of the next push by {@link System#nanoTime}, relative to the start. */
    private final AtomicLong next = new AtomicLong();

    private final long began = System.nanoTime();

    Pusher(Wire wire, String instance, Function<Wire, Reserver> reserver, Runnable ready, Consumer<Throwable> failed) {
        super("pusher", wire, failed);
        this.push = Commands.push(instance);
        this.resign = Commands.resign(instance);
        this.reserver = reserver.apply(wire);
        this.ready = ready;
    }

    /** Records an added task with its due time in milliseconds since the epoch. */
    void added(long dueAt) {
        long micros = TimeUnit.MILLISECONDS.toMicros(dueAt) - ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        if (planAtMost(micros)) {
            LockSupport.unpark(thread());
        }
    }

    @Override
    void work() {
        boolean paused = true;
        while (!Thread.currentThread().isInterrupted()) {
            next.set(Long.MAX_VALUE);
            planAtMost(trip(paused));
            paused = pause();
        }
        wire().write(resign);
        wire().flush();
        wire().read();
    }

    /** Pushes; returns the microseconds until the next push. */
    private long trip(boolean reserves) {
        wire().write(push);
        if (reserves) {
            reserver.ask();
        }
        wire().flush();
        List<?> reply = wire().readArray();
        boolean more = (Long) reply.get(MOVED) > 0;
        if (reserves) {
            Reserved reserved = reserver.read();
            more = reserved.more();
            reserver.run(reserved);
        }
        if (more) {
            ready.run();
        }
        return (Long) reply.get(WAIT);
    }

    /** Returns whether the next push is earlier than planned. */
    private boolean planAtMost(long micros) {
        long at = now() + TimeUnit.MICROSECONDS.toNanos(micros);
        return at < next.getAndAccumulate(at, Math::min);
    }

    private boolean pause() {
        boolean paused = false;
        for (long left = next.get() - now();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = next.get() - now()) {
            LockSupport.parkNanos(left);
            paused = true;
        }
        return paused;
    }

    private long now() {
        return System.nanoTime() - began;
    }
}
