package io.delayqueue.internal.add;

import io.delayqueue.AddQueueLimits;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Combines concurrent requests: requests that arrive during a call are sent together in the next one. A single request is sent at
 * once, on the thread of its caller.
 *
 * <p>Several calls may be in progress, so that the store has work while replies are distributed. Only one while asynchronous
 * requests are queued: their callers rely on their order.
 *
 * <p>A call that the store does not answer also fails the requests that were queued when it began. So if the store does not answer,
 * a request fails after the rest of a call in progress and at most one more, however many are queued. If the store is slow, a
 * request waits for the calls of all requests queued before it.
 *
 * @param <E> the requests
 * @param <R> the results
 */
final class GroupCommit<E, R> {

    /** Maximum size of a call in bytes, unless it has a single larger request. */
    static final int MAX_BYTES = 1 << 20;

    /** Maximum number of concurrent calls: more make batches smaller, and cost the processors more than the overlap gains. */
    static final int LANES = 2;

    private final Function<List<E>, List<R>> call;

    private final ToIntFunction<E> bytes;

    private final Executor executor;

    private final int most;

    private final Queue<Entry<E, R>> queue = new ConcurrentLinkedQueue<>();

    /** Threads that send or are about to send. */
    private final AtomicInteger lanes = new AtomicInteger();

    private final UnawaitedAdds unawaited;

    /** Number of all requests so far, which shows the requests queued before a call. */
    private final AtomicLong requests = new AtomicLong();

    private int underWay;

    private record Entry<E, R>(E request, long number, boolean awaited, CompletableFuture<R> result) {}

    /** Requests of a call, the number and size of the asynchronous ones among them, and the last request before it. */
    private record Batch<E, R>(List<Entry<E, R>> entries, int unawaited, long unawaitedBytes, long before) {}

    /** Creates a queue without a limit, for synchronous requests. */
    GroupCommit(Function<List<E>, List<R>> call, ToIntFunction<E> bytes, Executor executor, int most) {
        this(call, bytes, executor, most, new UnawaitedAdds("", AddQueueLimits.DEFAULT, () -> false));
    }

    /**
     * Creates a queue.
     *
     * @param call makes the call; returns a result for each request, in their order
     * @param bytes the size of a request
     * @param executor runs every task; see {@link Threads#orHere}
     * @param most maximum number of concurrent calls
     * @param unawaited limits the asynchronous requests
     */
    GroupCommit(
            Function<List<E>, List<R>> call,
            ToIntFunction<E> bytes,
            Executor executor,
            int most,
            UnawaitedAdds unawaited) {
        this.call = call;
        this.bytes = bytes;
        this.executor = executor;
        this.most = most;
        this.unawaited = unawaited;
    }

    /** Makes a synchronous request; the calling thread makes the call itself if it can be sent at once. */
    CompletableFuture<R> send(E request) {
        CompletableFuture<R> result = enqueue(request, true);
        if (takeLane()) {
            sendOrLeave();
            if (!result.isCompletedExceptionally()) {
                // One more call for other requests saves a change of threads.
                sendOrLeave();
            }
            if (goOn()) {
                // On a pool thread: a caller must not be occupied with the requests of others.
                executor.execute(this::sendAll);
            }
        }
        return result;
    }

    /** Makes a request and waits for its result; a failure has the caller's stack. */
    R await(E request) {
        try {
            return send(request).join();
        } catch (CompletionException e) {
            throw SharedFailure.here(e.getCause());
        }
    }

    /**
     * Makes an asynchronous request; the calling thread never makes the call.
     *
     * @throws io.delayqueue.AddQueueFullException if too many asynchronous requests are queued
     */
    CompletableFuture<R> sendAsync(E request) {
        // Before it is queued: a call that takes it gives the room back.
        takeRoom(request);
        return sendInRoom(request);
    }

    /**
     * Takes room for an asynchronous request.
     *
     * @throws io.delayqueue.AddQueueFullException if too many asynchronous requests are queued
     */
    void takeRoom(E request) {
        unawaited.take(bytes.applyAsInt(request));
    }

    /** Gives back the room of a request that is not made. */
    void leaveRoom(E request) {
        unawaited.answered(1, bytes.applyAsInt(request));
    }

    /** Makes an asynchronous request that has room; the calling thread never makes the call. */
    CompletableFuture<R> sendInRoom(E request) {
        CompletableFuture<R> result = enqueue(request, false);
        if (takeLane()) {
            executor.execute(this::sendAll);
        }
        return result;
    }

    private CompletableFuture<R> enqueue(E request, boolean awaited) {
        CompletableFuture<R> result = new CompletableFuture<>();
        queue.add(new Entry<>(request, requests.incrementAndGet(), awaited, result));
        return result;
    }

    private boolean takeLane() {
        while (true) {
            int taken = lanes.get();
            if (taken >= (unawaited.isNone() ? most : 1)) {
                return false;
            }
            if (lanes.compareAndSet(taken, taken + 1)) {
                return true;
            }
        }
    }

    /** Leaves the lane and takes one again if needed: a thread that found all lanes taken has left its request to those in them. */
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

    /** Sends a batch. The lane is not lost if memory runs out before. */
    private boolean sendOrLeave() {
        try {
            return sendBatch();
        } catch (Throwable e) {
            lanes.decrementAndGet();
            throw e;
        }
    }

    /** Returns whether there was a batch to send: queued requests may have to wait for the call in the other lane. */
    private boolean sendBatch() {
        Batch<E, R> batch = take();
        if (batch.entries().isEmpty()) {
            return false;
        }
        List<R> results = List.of();
        Throwable failure = null;
        // An interruption concerns the requests of this thread. Those of others must not fail with it.
        boolean interrupted = batch.entries().size() > 1 && Thread.interrupted();
        try {
            results = call.apply(batch.entries().stream().map(Entry::request).toList());
            if (results.size() != batch.entries().size()) {
                failure = new IllegalStateException(
                        results.size() + " results for " + batch.entries().size() + " requests");
            }
        } catch (Throwable e) {
            failure = e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        answered(batch);
        for (int i = 0; i < batch.entries().size(); i++) {
            CompletableFuture<R> result = batch.entries().get(i).result();
            if (failure == null) {
                result.complete(results.get(i));
            } else {
                result.completeExceptionally(failure);
            }
        }
        if (failure != null && SharedFailure.isUnanswered(failure)) {
            failAllUpTo(batch.before(), failure);
        }
        return true;
    }

    /** Fails the requests that were queued for the whole of a call without an answer: their own calls could take as long. */
    private void failAllUpTo(long number, Throwable failure) {
        TaskStoreUnavailableException notSent = new TaskStoreUnavailableException(
                "Not sent, because the call before it failed: " + failure.getMessage(), failure);
        for (Entry<E, R> next = pollUpTo(number); next != null; next = pollUpTo(number)) {
            if (!next.awaited()) {
                unawaited.answered(1, bytes.applyAsInt(next.request()));
            }
            next.result().completeExceptionally(notSent);
        }
    }

    private synchronized @Nullable Entry<E, R> pollUpTo(long number) {
        Entry<E, R> first = queue.peek();
        return first != null && first.number() <= number ? queue.poll() : null;
    }

    /** Allocates everything before requests leave the queue: if memory ran out, those already taken would never complete. */
    private synchronized Batch<E, R> take() {
        List<Entry<E, R>> entries = new ArrayList<>();
        long before = requests.get();
        if (underWay > 0 && !unawaited.isNone()) {
            return new Batch<>(entries, 0, 0, before);
        }
        int size = 0;
        int notAwaited = 0;
        long bytesNotAwaited = 0;
        for (Entry<E, R> next : queue) {
            int own = bytes.applyAsInt(next.request());
            if (entries.size() == TaskStore.MAX_BATCH || !entries.isEmpty() && size + own > MAX_BYTES) {
                break;
            }
            entries.add(next);
            size += own;
            notAwaited += next.awaited() ? 0 : 1;
            bytesNotAwaited += next.awaited() ? 0 : own;
        }
        Batch<E, R> batch = new Batch<>(entries, notAwaited, bytesNotAwaited, before);
        for (int i = 0; i < entries.size(); i++) {
            queue.remove();
        }
        underWay += entries.isEmpty() ? 0 : 1;
        return batch;
    }

    /** Allocates nothing: it is called when memory may have run out, and a lost lane would stay lost. */
    private synchronized void answered(Batch<E, R> batch) {
        underWay--;
        unawaited.answered(batch.unawaited(), batch.unawaitedBytes());
    }
}
