package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.contender.Arrivals;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Threads that push, reserve and acknowledge while tasks are consumed. */
final class Consumption implements AutoCloseable {

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private final Finisher finisher;

    private final Fetcher fetcher;

    private final Pusher pusher;

    Consumption(Wires wires, Collection<String> topics, Arrivals arrivals) {
        String instance = ProcessHandle.current().pid() + "-"
                + Long.toString(new SecureRandom().nextLong(1L << 40), Character.MAX_RADIX);
        finisher = new Finisher(wires.open(), this::failed);
        Function<Wire, Reserver> reserver =
                wire -> new Reserver(wire, List.copyOf(topics), instance, arrivals, finisher::finish);
        fetcher = new Fetcher(wires.open(), reserver, this::failed);
        pusher = new Pusher(wires.open(), instance, reserver, fetcher::ready, this::failed);
        finisher.start();
        fetcher.start();
        pusher.start();
    }

    private void failed(Throwable e) {
        failure.compareAndSet(null, e);
    }

    /** Wakes the pusher for an added task, as there are no messages. */
    void added(long dueAt) {
        pusher.added(dueAt);
    }

    /** Throws the failure of a thread, if any. */
    void requireWell() {
        Throwable cause = failure.get();
        if (cause != null) {
            throw new IllegalStateException("Consuming has failed: " + cause, cause);
        }
    }

    @Override
    public void close() {
        pusher.close();
        fetcher.close();
        finisher.close();
        requireWell();
    }
}
