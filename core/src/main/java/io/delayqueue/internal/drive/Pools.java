package io.delayqueue.internal.drive;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/**
 * Where an engine's work runs that is not a loop's.
 *
 * @param workers runs callbacks
 * @param foreign whether it is the application's, which may have too few threads and then may refuse, or wait for one
 * @param helpers runs what must not wait for callbacks; the engine's own
 */
public record Pools(Executor workers, boolean foreign, Executor helpers) {

    /** Runs what must not wait for callbacks, here if there is no thread to be had. */
    public Executor helpersOrHere() {
        return Threads.orHere(helpers);
    }

    public void close() {
        if (helpers instanceof ExecutorService own) {
            own.shutdown();
        }
    }
}
