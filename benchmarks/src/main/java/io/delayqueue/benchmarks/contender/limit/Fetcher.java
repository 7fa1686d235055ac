package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.contender.limit.Reserver.Reserved;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reserves and runs tasks while there are any; the next reservation is in progress while the last one's tasks run. */
final class Fetcher extends Worker {

    private final Semaphore ready = new Semaphore(0);

    private final Reserver reserver;

    Fetcher(Wire wire, Function<Wire, Reserver> reserver, Consumer<Throwable> failed) {
        super("fetcher", wire, failed);
        this.reserver = reserver.apply(wire);
    }

    /** Wakes the fetcher for ready tasks. */
    void ready() {
        ready.release();
    }

    @Override
    void work() throws InterruptedException {
        while (true) {
            ready.acquire();
            ready.drainPermits();
            fetch();
        }
    }

    private void fetch() {
        ask();
        boolean more = true;
        while (more) {
            Reserved reserved = reserver.read();
            boolean waiting = reserved.more() || ready.drainPermits() > 0;
            more = waiting && !Thread.currentThread().isInterrupted();
            if (more) {
                ask();
            }
            reserver.run(reserved);
        }
    }

    private void ask() {
        reserver.ask();
        wire().flush();
    }
}
