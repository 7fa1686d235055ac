package io.delayqueue.internal.add;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.drive.Threads;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Combines concurrent requests: requests that arrive during a call are sent together in the next one. A single request is sent at
 * once, on the thread of its caller. Requests of several callers are sent on threads of the executor, because an interruption of
 * one caller would fail the others' requests.
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

    static final int MAX_QUEUES = 1_000;

    /** Number of time-outs without progress after which a caller waits no longer; a call that is repeated late lasts two. */
    private static final int PATIENCE = 4;

    private final BatchCalls<E, R> calls;

    private final ToIntFunction<E> bytes;

    private final Executor executor;

    private final int most;

    private final Duration timeout;

    private final Runnable sending = this::sendAll;

    private final Queue<Entry<E, R>> queue = new ConcurrentLinkedQueue<>();

    /** Threads that send or are about to send. */
    private final AtomicInteger lanes = new AtomicInteger();

    private final UnawaitedAdds unawaited;

    /** Number of all requests so far, which shows the requests queued before a call. */
    private final AtomicLong requests = new AtomicLong();

    /** Number of batches that have left the queue. */
    private volatile long taken;

    private int underWay;

    static final class Entry<E, R> {

        final E request;

        private final long number;

        final boolean awaited;

        final CompletableFuture<R> result = new CompletableFuture<>();

        private volatile @Nullable Batch<E, R> batch;

        private Entry(E request, long number, boolean awaited) {
            this.request = request;
            this.number = number;
            this.awaited = awaited;
        }
    }

    static final class Batch<E, R> {

        private final List<Entry<E, R>> entries = new ArrayList<>();

        /** The last request before the batch left the queue. */
        private final long before;

        /** Number of its calls that have begun; only the sending thread counts. */
        volatile int calls;

        private Batch(long before) {
            this.before = before;
        }
    }

    /**
     * Creates a queue.
     *
     * @param call makes the call; returns the results of the first requests, at least one, in their order
     * @param bytes the size of a request
     * @param topic the topic of a request, or what else the store may refuse alone
     * @param executor runs every task; see {@link Threads#orHere}
     * @param most maximum number of concurrent calls
     * @param timeout the time-out of a call; zero if it has none
     * @param unawaited limits the asynchronous requests
     */
    GroupCommit(
            Function<List<E>, List<R>> call,
            ToIntFunction<E> bytes,
            Function<E, String> topic,
            Executor executor,
            int most,
            Duration timeout,
            UnawaitedAdds unawaited) {
        this.calls = new BatchCalls<>(call, topic, this::leaveRoom);
        this.bytes = bytes;
        this.executor = executor;
        this.most = most;
        this.timeout = timeout;
        this.unawaited = unawaited;
    }

    /**
     * Returns the queue of a group.
     *
     * @param queues all queues. A new queue takes the place of those without requests if {@value #MAX_QUEUES} are there, because names of
     *     groups come from callers. A queue with asynchronous requests stays, because of their order
     * @param create creates a queue
     */
    static <E, R> GroupCommit<E, R> of(
            String group, Map<String, GroupCommit<E, R>> queues, Function<String, GroupCommit<E, R>> create) {
        if (queues.size() >= MAX_QUEUES && !queues.containsKey(group)) {
            queues.values().removeIf(queue -> queue.unawaited.isNone() && queue.queue.isEmpty());
        }
        return queues.computeIfAbsent(group, create);
    }

    /** Makes a synchronous request; the calling thread makes the call itself if the request can be sent at once, and alone. */
    Entry<E, R> send(E request) {
        Entry<E, R> entry = enqueue(request, true);
        if (takeLane()) {
            sendNext(entry);
            if (goOn()) {
                executor.execute(sending);
            }
        }
        return entry;
    }

    /**
     * Makes a request and waits for its result; a failure has the caller's stack.
     *
     * @throws TaskStoreUnavailableException also if for several time-outs no call begins, neither before the request nor its own
     */
    R await(E request) {
        Entry<E, R> entry = send(request);
        try {
            return timeout.isZero() ? entry.result.join() : awaitCalls(entry);
        } catch (CompletionException | ExecutionException e) {
            throw BatchCalls.here(requireNonNull(e.getCause()));
        }
    }

    /** Waits for a result while there is progress. An interruption does not end the wait. */
    private R awaitCalls(Entry<E, R> entry) throws ExecutionException {
        boolean interrupted = false;
        try {
            long seen = progress(entry);
            long nanos = timeout.toNanos();
            long began = System.nanoTime();
            // Time-outs are counted, not added up: a JVM that was paused waits for the rest of them.
            for (int missed = 0; missed < PATIENCE; ) {
                try {
                    return entry.result.get(began + nanos - System.nanoTime(), NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    long now = progress(entry);
                    missed = now == seen ? missed + 1 : 0;
                    seen = now;
                    began = System.nanoTime();
                }
            }
            throw new TaskStoreUnavailableException(
                    "Not answered within " + timeout.multipliedBy(PATIENCE).toMillis()
                            + " ms: no call has begun meanwhile, neither before this request nor its own",
                    null);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns a number that changes with each batch before a request, and with each call of its own batch. */
    private long progress(Entry<E, R> entry) {
        Batch<E, R> own = entry.batch;
        return own == null ? -1 - taken : own.calls;
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
        unawaited.answered(bytes.applyAsInt(request));
    }

    /** Makes an asynchronous request that has room; the calling thread never makes the call. */
    CompletableFuture<R> sendInRoom(E request) {
        Entry<E, R> entry;
        try {
            entry = enqueue(request, false);
        } catch (Throwable e) {
            leaveRoom(request);
            throw e;
        }
        if (takeLane()) {
            executor.execute(sending);
        }
        return entry.result;
    }

    private Entry<E, R> enqueue(E request, boolean awaited) {
        Entry<E, R> entry = new Entry<>(request, requests.incrementAndGet(), awaited);
        queue.add(entry);
        return entry;
    }

    private boolean takeLane() {
        while (true) {
            int lane = lanes.get();
            if (lane >= (unawaited.isNone() ? most : 1)) {
                return false;
            }
            if (lanes.compareAndSet(lane, lane + 1)) {
                return true;
            }
        }
    }

    /** Leaves the lane and takes one again if needed: a thread that found all lanes taken has left its request to those in them. */
    private boolean goOn() {
        lanes.decrementAndGet();
        return !queue.isEmpty() && takeLane();
    }

    /** Sends batches, in the lane of the calling thread. */
    private void sendAll() {
        boolean more = true;
        while (more) {
            more = sendNext(null) || goOn();
        }
    }

    /**
     * Sends a batch, and returns whether there was one. If memory runs out before, the lane is kept and the requests stay in the queue.
     *
     * @param alone the only request to send, if no other is queued; null to send any
     */
    private boolean sendNext(@Nullable Entry<E, R> alone) {
        try {
            return sendBatch(take(alone));
        } catch (OutOfMemoryError e) {
            LockSupport.parkNanos(BatchCalls.PAUSE);
            return true;
        } catch (Throwable e) {
            lanes.decrementAndGet();
            throw e;
        }
    }

    /** Returns whether there was a batch to send: queued requests may have to wait for the call in the other lane. */
    private boolean sendBatch(Batch<E, R> batch) {
        if (batch.entries.isEmpty()) {
            return false;
        }
        Throwable unanswered;
        try {
            unanswered = calls.send(batch, batch.entries);
        } finally {
            ended();
        }
        if (unanswered != null) {
            failAllUpTo(batch.before, unanswered);
        }
        return true;
    }

    /** Fails the requests that were queued for the whole of a call without an answer: their own calls could take as long. */
    private void failAllUpTo(long number, Throwable unanswered) {
        Throwable failure = BatchCalls.notSent(unanswered);
        for (Entry<E, R> next = pollUpTo(number); next != null; next = pollUpTo(number)) {
            calls.fail(next, failure);
        }
    }

    private synchronized @Nullable Entry<E, R> pollUpTo(long number) {
        Entry<E, R> first = queue.peek();
        return first != null && first.number <= number ? queue.poll() : null;
    }

    /**
     * Takes requests from the queue. Allocates everything before requests leave the queue: if memory ran out, those already taken would
     * never complete.
     *
     * @param alone the only request to take, if no other is queued; null to take any
     */
    private synchronized Batch<E, R> take(@Nullable Entry<E, R> alone) {
        Batch<E, R> batch = new Batch<>(requests.get());
        if (underWay > 0 && !unawaited.isNone() || alone != null && !isOnly(alone)) {
            return batch;
        }
        int size = 0;
        for (Entry<E, R> next : queue) {
            int own = bytes.applyAsInt(next.request);
            List<Entry<E, R>> entries = batch.entries;
            if (entries.size() == TaskStore.MAX_BATCH || !entries.isEmpty() && size + own > MAX_BYTES) {
                break;
            }
            entries.add(next);
            size += own;
        }
        for (int i = 0; i < batch.entries.size(); i++) {
            queue.remove().batch = batch;
        }
        if (!batch.entries.isEmpty()) {
            underWay++;
            taken = taken + 1;
        }
        return batch;
    }

    private boolean isOnly(Entry<E, R> entry) {
        Iterator<Entry<E, R>> queued = queue.iterator();
        return queued.hasNext() && queued.next() == entry && !queued.hasNext();
    }

    private synchronized void ended() {
        underWay--;
    }
}
