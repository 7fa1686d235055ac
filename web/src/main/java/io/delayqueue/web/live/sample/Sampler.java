package io.delayqueue.web.live.sample;

import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples a queue's store for all open pages, in rounds. A round reads what any page shows, once for all of them. The time until the next
 * round grows with the time that a round takes, so that the calls of pages take a small part of a connection's time. Thread-safe.
 */
public final class Sampler {

    /** Time from the start of a round to the start of the next. */
    static final Duration INTERVAL = Duration.ofSeconds(2);

    /** Least pause after a round, as a multiple of the time that the round has taken. */
    static final int PAUSE_FACTOR = 4;

    static final Duration MAX_PAUSE = Duration.ofSeconds(30);

    private final DelayQueueEngine engine;

    private final Consumer<Runnable> threads;

    private final LongSupplier clock;

    private final StoreHealth health = new StoreHealth();

    private volatile Sample sample = Sample.NONE;

    private boolean underWay;

    /** Start of the next round. */
    private long due;

    /** Start of the next round if a page has been opened for which there is no data yet. */
    private long allowed;

    private long lastWanted;

    /**
     * Creates a sampler.
     *
     * @param engine the queue
     * @param threads the threads of the calls
     */
    public Sampler(DelayQueueEngine engine, LiveThreads threads) {
        this(engine, threads::run, System::nanoTime);
    }

    Sampler(DelayQueueEngine engine, Consumer<Runnable> threads, LongSupplier clock) {
        this.engine = engine;
        this.threads = threads;
        this.clock = clock;
        this.lastWanted = clock.getAsLong();
        this.due = lastWanted;
        this.allowed = lastWanted;
    }

    /**
     * Starts the next round if it is due; does not wait for its end.
     *
     * @param wanted the data that open pages show
     */
    public synchronized void tick(Wanted wanted) {
        lastWanted = clock.getAsLong();
        if (underWay || lastWanted - (sample.wanted().covers(wanted) ? due : allowed) < 0) {
            return;
        }
        underWay = true;
        try {
            threads.accept(() -> makeRound(wanted));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            health.failed("There is no free thread for a call of the store");
            end(lastWanted, false);
        }
    }

    private void makeRound(Wanted wanted) {
        long begun = clock.getAsLong();
        boolean complete = false;
        try {
            sample = new SampleRound(engine, health, wanted, sample).read();
            complete = true;
        } catch (RuntimeException e) {
            health.failed(String.valueOf(e.getMessage()));
        } finally {
            end(begun, complete);
        }
    }

    private synchronized void end(long begun, boolean complete) {
        long now = clock.getAsLong();
        long pause = Math.min(MAX_PAUSE.toNanos(), PAUSE_FACTOR * (now - begun));
        due = complete ? Math.max(begun + INTERVAL.toNanos(), now + pause) : now + INTERVAL.toNanos();
        allowed = complete ? now + pause : due;
        underWay = false;
    }

    /**
     * Returns whether no page has wanted data for a while.
     *
     * @param time the time
     * @return whether the last tick is older
     */
    public synchronized boolean isUnwantedFor(Duration time) {
        return clock.getAsLong() - lastWanted >= time.toNanos();
    }

    /** {@return the queue} */
    public DelayQueueEngine engine() {
        return engine;
    }

    /** {@return the answers of the last complete round} */
    public Sample sample() {
        return sample;
    }

    /** {@return the duration of the store's outage; null if it answers} */
    public @Nullable Duration outage() {
        return health.outage();
    }

    /** {@return the message of the store's failure or refusal; null if there is none} */
    public @Nullable String error() {
        String failure = health.error();
        return failure != null ? failure : sample.refusal();
    }
}
