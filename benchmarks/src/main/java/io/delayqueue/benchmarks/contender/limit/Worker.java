package io.delayqueue.benchmarks.contender.limit;

import java.util.function.Consumer;

/** Thread with its own connection, which works until it is interrupted or fails. */
abstract class Worker implements AutoCloseable {

    private final Wire wire;

    private final Thread thread;

    Worker(String name, Wire wire, Consumer<Throwable> failed) {
        this.wire = wire;
        this.thread = new Thread(() -> run(failed), "limit-" + name);
        thread.setDaemon(true);
    }

    private void run(Consumer<Throwable> failed) {
        try {
            work();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            failed.accept(e);
        }
    }

    /** Works until {@link #close}, which interrupts it. */
    abstract void work() throws InterruptedException;

    final void start() {
        thread.start();
    }

    final Wire wire() {
        return wire;
    }

    final Thread thread() {
        return thread;
    }

    /** Stops the thread and waits for its end. */
    @Override
    public final void close() {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        wire.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
