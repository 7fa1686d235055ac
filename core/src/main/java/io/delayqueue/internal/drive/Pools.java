package io.delayqueue.internal.drive;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/**
 * Executors of an engine's work.
 *
 * @param workers runs callbacks
 * @param foreign whether the workers are the application's, which may have too few threads and then may reject tasks or block
 * @param helpers the engine's own executor of work that must not wait for callbacks
 */
public record Pools(Executor workers, boolean foreign, Executor helpers) {

    /** Runs work that must not wait for callbacks, on the calling thread if no thread is available. */
    public Executor helpersOrHere() {
        return Threads.orHere(helpers);
    }

    public void close() {
        if (helpers instanceof ExecutorService own) {
            own.shutdown();
        }
    }
}
