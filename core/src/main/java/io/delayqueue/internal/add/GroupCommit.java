package io.delayqueue.internal.add;

import io.delayqueue.AddQueueLimits;
import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
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
 * Requests that meet travel together: while calls are under way the next requests gather, and go in one call after them. A lone
 * request leaves at once, on the thread of its caller.
 *
 * <p>Some calls may be under way at once, so that the store has work while answers are handed out. Only one while there are
 * requests that nobody waits for: their callers rely on the order in which they made them.
 *
 * <p>A call that the store does not answer fails what was waiting when the call began, too. So if the store does not answer, a
 * request fails after the rest of a call under way and one more call at most, however many wait before it. If it answers slowly, a
 * request waits for the calls of all that wait before it.
 *
 * @param <E> what is requested
 * @param <R> what comes of it
 */
final class GroupCommit<E, R> {

    /** What a call carries at most, in bytes, unless it is a single larger request. */
    static final int MAX_BYTES = 1 << 20;

    /** How many calls are made at once, unless they are such as take long. */
    static final int LANES = 4;

    private final Function<List<E>, List<R>> call;

    private final ToIntFunction<E> bytes;

    private final Executor executor;

    private final int most;

    private final Queue<Entry<E, R>> queue = new ConcurrentLinkedQueue<>();

    /** Threads that send, or are about to. */
    private final AtomicInteger lanes = new AtomicInteger();

    private final UnawaitedAdds unawaited;

    /** How many requests there have ever been, by which it is known what came before a call. */
    private final AtomicLong requests = new AtomicLong();

    private int underWay;

    private record Entry<E, R>(E request, long number, boolean awaited, CompletableFuture<R> result) {}

    /** The requests of a call, how many of them no caller waits for with how many bytes, and which was the last before it. */
    private record Batch<E, R>(List<Entry<E, R>> entries, int unawaited, long unawaitedBytes, long before) {}

    /** Creates a queue without a bound, for requests whose callers wait. */
    GroupCommit(Function<List<E>, List<R>> call, ToIntFunction<E> bytes, Executor executor, int most) {
        this(call, bytes, executor, most, new UnawaitedAdds("", AddQueueLimits.DEFAULT, () -> false));
    }

    /**
     * Creates a queue.
     *
     * @param call makes the call; a result for each request, in their order
     * @param bytes how large a request is
     * @param executor runs what it is given, in any case; see {@link Threads#orHere}
     * @param most how many calls at once
     * @param unawaited bounds the requests that no caller waits for
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

    /** Makes a request whose answer its caller waits for; the calling thread makes the call itself if it can go at once. */
    CompletableFuture<R> send(E request) {
        CompletableFuture<R> result = enqueue(request, true);
        if (takeLane()) {
            sendOrLeave();
            if (!result.isCompletedExceptionally()) {
                // One more for others spares a change of threads.
                sendOrLeave();
            }
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

    /**
     * Makes a request; the calling thread never makes the call.
     *
     * @throws io.delayqueue.AddQueueFullException if too many requests are queued that no caller waits for
     */
    CompletableFuture<R> sendAsync(E request) {
        // Before the queue knows of it, for a call that takes it counts it out.
        takeRoom(request);
        return sendInRoom(request);
    }

    /**
     * Takes room for a request that nobody waits for.
     *
     * @throws io.delayqueue.AddQueueFullException if too many requests wait that nobody waits for
     */
    void takeRoom(E request) {
        unawaited.take(bytes.applyAsInt(request));
    }

    /** Gives back the room of a request that will not be made. */
    void leaveRoom(E request) {
        unawaited.answered(1, bytes.applyAsInt(request));
    }

    /** Makes a request that has room; the calling thread never makes the call. */
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
        answered(batch);
        for (int i = 0; i < batch.entries().size(); i++) {
            CompletableFuture<R> result = batch.entries().get(i).result();
            if (failure == null) {
                result.complete(results.get(i));
            } else {
                result.completeExceptionally(failure);
            }
        }
        if (failure != null && isUnanswered(failure)) {
            failAllUpTo(batch.before(), failure);
        }
        return true;
    }

    /** Whether the store did not answer; that too few replicas confirm is an answer, unless the store could not say it. */
    private static boolean isUnanswered(Throwable failure) {
        return failure instanceof TaskNotReplicatedException
                ? failure.getCause() instanceof TaskStoreUnavailableException
                : failure instanceof TaskStoreUnavailableException;
    }

    /** Fails what has waited through the whole of a call without an answer: each of its own calls could last as long. */
    private void failAllUpTo(long number, Throwable failure) {
        TaskStoreUnavailableException notSent = new TaskStoreUnavailableException(
                "Not sent, for the call before it failed: " + failure.getMessage(), failure);
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

    /** Nothing leaves the queue before all is allocated: if memory runs out, what was taken would never have an answer. */
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

    /** Allocates nothing: it is called when memory may have run out, and a lane that is lost is lost for ever. */
    private synchronized void answered(Batch<E, R> batch) {
        underWay--;
        unawaited.answered(batch.unawaited(), batch.unawaitedBytes());
    }
}
