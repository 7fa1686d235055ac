package io.delayqueue.engine;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Requests that meet travel together: while calls are under way the next requests gather, and go in one call after them. A lone
 * request leaves at once, on the thread of its caller.
 *
 * <p>Some calls may be under way at once, so that the store has work while answers are handed out. Only one while there are
 * requests that nobody waits for: their callers rely on the order in which they made them.
 *
 * @param <E> what is requested
 * @param <R> what comes of it
 */
final class GroupCommit<E, R> {

    /** What a call carries before it counts as full, in bytes. */
    static final int MOST_BYTES = 4 << 20;

    /** How many calls are made at once, unless they are such as take long. */
    static final int LANES = 4;

    private final Function<List<E>, List<R>> call;

    private final ToIntFunction<E> bytes;

    private final Executor executor;

    private final int most;

    private final Queue<Entry<E, R>> queue = new ConcurrentLinkedQueue<>();

    /** Threads that send, or are about to. */
    private final AtomicInteger lanes = new AtomicInteger();

    /** Requests that nobody waits for and that have no answer yet. */
    private final AtomicInteger unawaited = new AtomicInteger();

    private int underWay;

    private record Entry<E, R>(E request, boolean awaited, CompletableFuture<R> result) {}

    private record Batch<E, R>(List<Entry<E, R>> entries, int unawaited) {}

    /**
     * Creates a queue.
     *
     * @param call makes the call; a result for each request, in their order
     * @param bytes how large a request is
     * @param executor runs what it is given, in any case; see {@link Threads#orHere}
     * @param most how many calls at once
     */
    GroupCommit(Function<List<E>, List<R>> call, ToIntFunction<E> bytes, Executor executor, int most) {
        this.call = call;
        this.bytes = bytes;
        this.executor = executor;
        this.most = most;
    }

    /** Makes a request whose answer its caller waits for; the calling thread makes the call itself if it can go at once. */
    CompletableFuture<R> send(E request) {
        CompletableFuture<R> result = enqueue(request, true);
        if (takeLane()) {
            sendOrLeave();
            // One more for others spares a change of threads.
            sendOrLeave();
            if (goOn()) {
                // On a thread of the pool: a caller must not be kept sending what others request.
                executor.execute(this::sendAll);
            }
        }
        return result;
    }

    /** Makes a request and waits for its answer; a failure is thrown with the caller's stack. */
    R await(E request) {
        try {
            return send(request).join();
        } catch (CompletionException e) {
            throw here(e.getCause());
        }
    }

    /** The same failure with this caller's stack: several callers may have travelled together. */
    private static RuntimeException here(Throwable failure) {
        if (failure instanceof TaskNotReplicatedException unconfirmed) {
            return new TaskNotReplicatedException(
                    String.valueOf(failure.getMessage()), unconfirmed.confirmed(), unconfirmed.required(), failure);
        }
        if (failure instanceof TaskStoreUnavailableException) {
            return new TaskStoreUnavailableException(failure.getMessage(), failure);
        }
        if (failure instanceof TaskStoreException) {
            return new TaskStoreException(String.valueOf(failure.getMessage()), failure);
        }
        return new DelayQueueException("The store could not be called: " + failure, failure);
    }

    /** Makes a request; the calling thread never makes the call. */
    CompletableFuture<R> sendAsync(E request) {
        CompletableFuture<R> result = enqueue(request, false);
        if (takeLane()) {
            executor.execute(this::sendAll);
        }
        return result;
    }

    private CompletableFuture<R> enqueue(E request, boolean awaited) {
        CompletableFuture<R> result = new CompletableFuture<>();
        Entry<E, R> entry = new Entry<>(request, awaited, result);
        if (!awaited) {
            // Before the queue knows of it, for a call that takes it counts it out.
            unawaited.incrementAndGet();
        }
        queue.add(entry);
        return result;
    }

    private boolean takeLane() {
        while (true) {
            int taken = lanes.get();
            if (taken >= (unawaited.get() > 0 ? 1 : most)) {
                return false;
            }
            if (lanes.compareAndSet(taken, taken + 1)) {
                return true;
            }
        }
    }

    /** Leaves the lane and takes one again if need be: who found them taken has left its request to those in them. */
    private boolean goOn() {
        lanes.decrementAndGet();
        return !queue.isEmpty() && takeLane();
    }

    private void sendAll() {
        boolean more = true;
        while (more) {
            more = sendOrLeave() || goOn();
        }
    }

    /** Sends a batch; should memory run out before that, the lane is not lost with it. */
    private boolean sendOrLeave() {
        try {
            return sendBatch();
        } catch (Throwable e) {
            lanes.decrementAndGet();
            throw e;
        }
    }

    /** Returns whether there was anything to send: what is in the queue may have to wait for the call in the other lane. */
    private boolean sendBatch() {
        Batch<E, R> batch = take();
        if (batch.entries().isEmpty()) {
            return false;
        }
        List<R> results = List.of();
        Throwable failure = null;
        try {
            results = call.apply(batch.entries().stream().map(Entry::request).toList());
            if (results.size() != batch.entries().size()) {
                failure = new IllegalStateException(
                        results.size() + " answers to " + batch.entries().size() + " requests");
            }
        } catch (Throwable e) {
            failure = e;
        }
        answered(batch.unawaited());
        for (int i = 0; i < batch.entries().size(); i++) {
            CompletableFuture<R> result = batch.entries().get(i).result();
            if (failure == null) {
                result.complete(results.get(i));
            } else {
                result.completeExceptionally(failure);
            }
        }
        return true;
    }

    private synchronized Batch<E, R> take() {
        List<Entry<E, R>> entries = new ArrayList<>();
        if (underWay > 0 && unawaited.get() > 0) {
            return new Batch<>(entries, 0);
        }
        int size = 0;
        int notAwaited = 0;
        while (entries.size() < TaskStore.MAX_BATCH && size < MOST_BYTES) {
            Entry<E, R> next = queue.poll();
            if (next == null) {
                break;
            }
            entries.add(next);
            size += bytes.applyAsInt(next.request());
            notAwaited += next.awaited() ? 0 : 1;
        }
        underWay += entries.isEmpty() ? 0 : 1;
        return new Batch<>(entries, notAwaited);
    }

    /** Allocates nothing: it is called when memory may have run out, and a lane that is lost is lost for ever. */
    private synchronized void answered(int notAwaited) {
        underWay--;
        unawaited.addAndGet(-notAwaited);
    }
}
