package io.delayqueue.engine;

import io.delayqueue.store.AddStatus;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Adds of one group that meet travel together: while a call is under way the next ones gather, and go in one call after
 * it. A lone add leaves at once, on the thread of its caller.
 */
final class AddQueue {

    /** What a call carries before it counts as full, in bytes of detail. */
    static final int MOST_BYTES = 4 << 20;

    private final String group;

    private final TaskStore store;

    private final Executor executor;

    private final Queue<Entry> queue = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean sending = new AtomicBoolean();

    private record Entry(NewTask task, CompletableFuture<AddStatus> result) {}

    /**
     * Creates a queue.
     *
     * @param executor runs what it is given, in any case; see {@link Threads#orHere}
     */
    AddQueue(String group, TaskStore store, Executor executor) {
        this.group = group;
        this.store = store;
        this.executor = executor;
    }

    /** Adds a task; the calling thread makes the call itself if none is under way. */
    CompletableFuture<AddStatus> add(NewTask task) {
        CompletableFuture<AddStatus> result = enqueue(task);
        if (sending.compareAndSet(false, true)) {
            sendBatch();
            sendRest();
        }
        return result;
    }

    /** Adds a task; the calling thread never makes the call. */
    CompletableFuture<AddStatus> addAsync(NewTask task) {
        CompletableFuture<AddStatus> result = enqueue(task);
        sendRest(sending.compareAndSet(false, true));
        return result;
    }

    private CompletableFuture<AddStatus> enqueue(NewTask task) {
        CompletableFuture<AddStatus> result = new CompletableFuture<>();
        queue.add(new Entry(task, result));
        return result;
    }

    /** Hands over to a thread of the pool: a caller must not be kept sending what others add. */
    private void sendRest() {
        sending.set(false);
        sendRest(!queue.isEmpty() && sending.compareAndSet(false, true));
    }

    private void sendRest(boolean mine) {
        if (mine) {
            executor.execute(this::sendAll);
        }
    }

    private void sendAll() {
        do {
            while (!queue.isEmpty()) {
                sendBatch();
            }
            sending.set(false);
        } while (!queue.isEmpty() && sending.compareAndSet(false, true));
    }

    private void sendBatch() {
        List<Entry> batch = new ArrayList<>();
        int bytes = 0;
        while (batch.size() < TaskStore.MAX_BATCH && bytes < MOST_BYTES) {
            Entry next = queue.poll();
            if (next == null) {
                break;
            }
            batch.add(next);
            bytes += next.task().detail().length;
        }
        try {
            List<AddStatus> statuses =
                    store.add(group, batch.stream().map(Entry::task).toList());
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).result().complete(statuses.get(i));
            }
        } catch (Throwable e) {
            batch.forEach(entry -> entry.result().completeExceptionally(e));
        }
    }
}
