package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreUnavailableException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Adds tasks, some hundred a second, until it is closed, and enters those that were confirmed in a ledger. */
final class Load implements AutoCloseable {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final DelayQueueService service;

    private final Supplier<Task> tasks;

    private final Ledger ledger;

    private final Queue<TaskStoreUnavailableException> unconfirmed = new ConcurrentLinkedQueue<>();

    private final CompletableFuture<Void> adding;

    private volatile boolean closed;

    Load(DelayQueueService service, Supplier<Task> tasks, Ledger ledger) {
        this.service = service;
        this.tasks = tasks;
        this.ledger = ledger;
        this.adding = CompletableFuture.runAsync(this::add);
    }

    private void add() {
        while (!closed) {
            Task task = tasks.get();
            try {
                assertThat(service.addTask(task).id()).isEqualTo(task.id());
                ledger.added(task.id());
            } catch (TaskStoreUnavailableException e) {
                unconfirmed.add(e);
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    /** Adds that were not confirmed. */
    int unconfirmed() {
        return unconfirmed.size();
    }

    /** Waits until so many more were confirmed. */
    void awaitMore(int additions) {
        int before = ledger.additions();
        await().atMost(Duration.ofSeconds(60)).until(() -> ledger.additions() >= before + additions);
    }

    /** Ends adding; fails if an add failed in another way than by a store that cannot be reached. */
    @Override
    public void close() {
        closed = true;
        adding.join();
    }
}
