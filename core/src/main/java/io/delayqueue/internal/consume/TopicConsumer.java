package io.delayqueue.internal.consume;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.internal.run.DeadLetterNotifier;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskRunner;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TaskStore.CallLimit;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Reserves the tasks of one topic, as many as can run and a few more, and passes them to its workers. Called by the group's
 * signal waiter, by workers that have become free, and by the pusher together with a push.
 */
public final class TopicConsumer {

    private static final Logger log = Loggers.of(TopicConsumer.class);

    /** How many calls one thread makes for one topic before it goes on to another topic. */
    private static final int MAX_ROUNDS = 8;

    private static final long NONE = -1;

    private final TopicName topic;

    private final TaskRunner runner;

    private final GroupContext context;

    private final Runnable recheck;

    private final TopicExecutions executions;

    private final TopicWatch watch;

    private final ReentrantLock reserving = new ReentrantLock();

    private final CallLimit callLimit = new CallLimit();

    /** Whether the store may have ready tasks that no signal announces. */
    private volatile boolean backlog = true;

    /**
     * Number of the newest delivery that had arrived before a reply was lost, which may have carried later ones; {@link #NONE} if no
     * reply was lost. Earlier ones are not given back: their callback may have run, in an earlier session or with an outcome that the
     * store has lost.
     */
    private volatile long lostAfter = NONE;

    private volatile boolean watched;

    /** When a signal of this topic was taken last. */
    volatile long signalledAt;

    private volatile boolean stopped;

    /** Whether another consumer may have deliveries of the topic, which this one must not give back. */
    private volatile boolean left;

    /**
     * Creates a consumer.
     *
     * @param outcomes accepts the outcomes of attempts
     * @param recheck is called when the topic wants its signal to be waited for
     */
    public TopicConsumer(
            TopicName topic,
            TaskRunner runner,
            GroupContext context,
            DeadLetterNotifier deadLetters,
            Consumer<List<PendingOutcome>> outcomes,
            Runnable recheck) {
        this.topic = topic;
        this.runner = runner;
        this.context = context;
        this.recheck = recheck;
        this.signalledAt = context.now();
        this.executions = new TopicExecutions(topic, runner, context, deadLetters, outcomes, this::refill);
        this.watch = new TopicWatch(topic, runner, context, executions);
    }

    public TopicName topic() {
        return topic;
    }

    /** Whether it is worth a call to reserve more. */
    public boolean wantsMore() {
        return !stopped && !context.isDrained() && executions.wantsMore();
    }

    boolean hasBacklog() {
        return backlog;
    }

    /** Records that a signal of this topic was taken: no other instance gets that signal. */
    public void signalled() {
        backlog = true;
        signalledAt = context.now();
    }

    /** Whether no delivery is in work, and the store knows every outcome. */
    public boolean isIdle() {
        return executions.deliveries().isEmpty() && !reserving.isLocked();
    }

    /** The deliveries whose outcome is not acknowledged. */
    public TopicExecutions executions() {
        return executions;
    }

    public TopicWatch watch() {
        return watch;
    }

    /** Whether the signal waiter waits for this topic's signal now. */
    void watched(boolean now) {
        watched = now;
    }

    /**
     * Reserves while there is a backlog and room for more, in {@value #MAX_ROUNDS} calls at most.
     *
     * @return whether a backlog and room are left after these calls; false while another thread reserves from the topic, because that thread
     *     reserves on, or requests a recheck
     */
    public boolean fill() {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            if (!backlog || !wantsMore() || !reserving.tryLock()) {
                return false;
            }
            try {
                reserve();
            } finally {
                reserving.unlock();
            }
        }
        return backlog && wantsMore();
    }

    /**
     * Lends room for the tasks of one call of the store. Nothing else reserves from the topic until the slot is closed.
     *
     * @param max how many tasks at most
     * @return the slot; null if there is no room, another thread reserves, or a lost reply has to be found first
     */
    public @Nullable Slot tryReserve(int max) {
        if (!wantsMore() || !reserving.tryLock()) {
            return null;
        }
        Slot slot = null;
        try {
            // Not found here: the group's push must not wait for one topic's lost reply.
            slot = areRepliesLost() || runner.batchSize() > max ? null : slot(max, true);
            return slot;
        } finally {
            if (slot == null) {
                endReserving();
            }
        }
    }

    private void endReserving() {
        reserving.unlock();
        // Other threads have found the lock taken. On another thread, for the next push is due.
        recheckOn(context.calls());
    }

    private void reserve() {
        reclaimLost();
        try (Slot slot = slot(TaskStore.MAX_BATCH, false)) {
            if (slot != null) {
                reserve(slot);
            }
        }
    }

    private void reserve(Slot slot) {
        try {
            slot.accept(context.tasks().reserve(topic, context.instance(), context.lease(), slot.limit()));
        } catch (Throwable e) {
            slot.failed(e);
            throw e;
        }
    }

    private @Nullable Slot slot(int max, boolean lent) {
        int limit = callLimit.of(Math.min(executions.room(), max));
        return limit <= 0 ? null : new Slot(limit, lent);
    }

    /** Whether the store may have leased tasks to this instance that it does not know of. */
    boolean areRepliesLost() {
        return lostAfter != NONE && !left;
    }

    /** Gives back what was leased by calls whose reply was lost. */
    public void reclaimLost() {
        if (areRepliesLost()) {
            context.tasks().reclaim(topic, context.instance(), lostAfter, List.copyOf(executions.deliveries()));
            lostAfter = NONE;
        }
    }

    /** Room for the tasks of one call of the store. A call without an accepted reply may have leased tasks all the same. */
    public final class Slot implements AutoCloseable {

        private final int limit;

        /** Whether closing lets others reserve; else the thread that fills does so itself. */
        private final boolean lent;

        private final boolean backlogBefore = backlog;

        private final long leasedAt = context.now();

        private final long newestBefore = context.newest().get();

        private boolean accepted;

        private Slot(int limit, boolean lent) {
            this.limit = limit;
            this.lent = lent;
            // Cleared before the call: a signal that is taken meanwhile sets it again.
            backlog = false;
        }

        /** How many tasks the call may lease at most. */
        public int limit() {
            return limit;
        }

        /** Starts the tasks of the call's reply; null if the call was not to lease any. */
        public void accept(@Nullable Reservation reservation) {
            boolean more = backlogBefore;
            if (reservation != null) {
                executions.limited(reservation.limited());
                start(reservation);
                callLimit.answered();
                lostAfter = reservation.repeated() ? newestBefore : NONE;
                more = reservation.remaining() > 0 || reservation.repeated();
            }
            if (more) {
                backlog = true;
            }
            accepted = true;
        }

        private void start(Reservation reservation) {
            try {
                for (ReservedTask task : reservation.tasks()) {
                    context.newest().accumulateAndGet(task.delivery().number(), Math::max);
                    executions.accept(task, reservation.storeTime(), leasedAt, stopped || context.isDrained());
                }
            } finally {
                executions.start();
            }
        }

        /** Reports the failure of the call or of the acceptance: the next call may ask for fewer tasks. */
        public void failed(Throwable failure) {
            callLimit.failed(limit, failure);
        }

        @Override
        public void close() {
            if (!accepted) {
                lostAfter = newestBefore;
                backlog = true;
            }
            if (lent) {
                endReserving();
            }
        }
    }

    /** Reserves what there is room for, and has the signal waiter try again what fails. */
    public void refill() {
        try {
            fill();
        } catch (Throwable e) {
            // The backlog stands. The signal waiter fails in the same way and reports it.
            log.debug("A worker of {} could not reserve", topic, e);
        }
        recheckOn(Runnable::run);
    }

    private void recheckOn(Executor executor) {
        if (wantsMore() && (backlog || !watched)) {
            executor.execute(recheck);
        }
    }

    /** Stops reserving and gives back what has not started; running callbacks go on. */
    public void stop() {
        stopped = true;
        executions.giveBackWaiting();
    }

    /** Stops for good: what a lost reply has leased stays leased until the lease ends. */
    public void leave() {
        left = true;
        stop();
    }

    /**
     * Waits for a call that is under way, and gives back the tasks of its reply, or those of a lost reply.
     *
     * @param reachable whether the store is worth asking
     * @return whether it still is
     */
    public boolean awaitStopped(long nanos, boolean reachable) {
        boolean answers = reachable;
        try {
            if (reserving.tryLock(nanos, TimeUnit.NANOSECONDS)) {
                try {
                    if (reachable) {
                        reclaimLost();
                    }
                } finally {
                    reserving.unlock();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TaskStoreException e) {
            log.debug("What was leased from {} and never arrived stays leased until its lease ends", topic, e);
            answers = false;
        }
        executions.giveBackWaiting();
        return answers;
    }
}
