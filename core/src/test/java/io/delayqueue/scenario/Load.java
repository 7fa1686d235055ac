package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Adds tasks, some hundred a second, until it is closed, and enters those that were confirmed in a ledger. */
final class Load implements AutoCloseable {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final DelayQueueService service;

    private final Supplier<Task> tasks;

    private final Ledger ledger;

    private final Class<? extends TaskStoreException> expected;

    private final BooleanSupplier safe;

    private final Queue<TaskStoreException> unconfirmed = new ConcurrentLinkedQueue<>();

    private final CompletableFuture<Void> adding;

    private volatile boolean closed;

    Load(DelayQueueService service, Supplier<Task> tasks, Ledger ledger) {
        this(service, tasks, ledger, TaskStoreUnavailableException.class, () -> true);
    }

    /**
     * Begins to add.
     *
     * @param expected how adds may fail
     * @param safe asked after each confirmed add whether it counts; what does not may run or not
     */
    Load(
            DelayQueueService service,
            Supplier<Task> tasks,
            Ledger ledger,
            Class<? extends TaskStoreException> expected,
            BooleanSupplier safe) {
        this.service = service;
        this.tasks = tasks;
        this.ledger = ledger;
        this.expected = expected;
        this.safe = safe;
        this.adding = CompletableFuture.runAsync(this::add, adder -> new Thread(adder, "load").start());
    }

    private void add() {
        while (!closed) {
            Task task = tasks.get();
            try {
                AddResult result = service.addTask(task);
                assertThat(result.id()).isEqualTo(task.id());
                if (safe.getAsBoolean()) {
                    ledger.added(result);
                }
            } catch (TaskStoreException e) {
                if (!expected.isInstance(e)) {
                    throw e;
                }
                unconfirmed.add(e);
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    /** Adds that were not confirmed. */
    int unconfirmed() {
        return unconfirmed.size();
    }

    /** Why adds were not confirmed. */
    Collection<TaskStoreException> failures() {
        return List.copyOf(unconfirmed);
    }

    /** Waits until so many more were confirmed. */
    void awaitMore(int additions) {
        int before = ledger.additions();
        await().until(() -> ledger.additions() >= before + additions);
    }

    /** Ends adding; fails if an add failed in another way than it may. */
    @Override
    public void close() {
        closed = true;
        adding.join();
    }
}
