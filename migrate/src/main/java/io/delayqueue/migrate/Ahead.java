package io.delayqueue.migrate;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Step that another thread makes while the caller goes on. */
final class Ahead<T> implements AutoCloseable {

    private static final long PAUSE_NANOS = 1_000_000;

    private final FutureTask<@Nullable T> step;

    Ahead(Supplier<@Nullable T> work) {
        this.step = new FutureTask<>(work::get);
        new Thread(step, "delayqueue-migration").start();
    }

    /** {@return the result; throws what the step has thrown} */
    @Nullable
    T get() {
        try {
            return step.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MigrationException("the migration was interrupted. Move again to go on");
        }
    }

    /** Waits, so that nothing is taken after the caller has failed. */
    @Override
    public void close() {
        while (!step.isDone()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
