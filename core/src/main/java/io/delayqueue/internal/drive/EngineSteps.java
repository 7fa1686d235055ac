package io.delayqueue.internal.drive;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Does what an engine's threads would do, a step at a time, on the calling thread. Whoever has it moves the clock of the
 * {@linkplain Agenda store}: as far as {@link #next} and no further, and then delivers until there is nothing more.
 *
 * <p>Without effect while the engine does not run. One thread at a time gets in; from a callback it can be called again, for what
 * happens while the callback runs.
 */
public interface EngineSteps {

    /**
     * Does all that is to be done now, but for callbacks: follows the register, makes due tasks ready, tells outcomes that have not
     * reached the store, renews the leases of callbacks that run, ends the time of those whose time to run is over, removes
     * dead letters that are not to be kept.
     *
     * <p>What the store refuses, or does not answer, is tried again after a while, which is no random one; {@link #next} knows.
     */
    void tend();

    /**
     * {@linkplain #tend Tends}, delivers the ready task that was due first, and tells its outcome. A topic that has as many callbacks
     * running as its concurrency allows gets no task.
     *
     * @return whether there was such a task
     */
    boolean deliver();

    /**
     * Asks when there is something to do next by itself, all being done that could be done now.
     *
     * @return when, or null if never
     */
    @Nullable
    Instant next();

    /** Writes to the log what has gone wrong with tasks and has not been said: as a rule, that is what the last minute has gathered. */
    void report();

    /**
     * Ends the instance without a word to the store, as a crash does, and puts a new one in its place. What it held stays leased until
     * the lease ends; the outcomes of callbacks that run count no more.
     */
    void crash();
}
