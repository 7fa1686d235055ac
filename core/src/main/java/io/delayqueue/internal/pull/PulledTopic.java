package io.delayqueue.internal.pull;

import io.delayqueue.DelayQueueException;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.Failure;
import io.delayqueue.internal.codec.TaskJson;
import io.delayqueue.internal.drive.CallLimit;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskDetail;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;

/**
 * Leases one topic's tasks to callers. Each call to the store leases under a name of its own, so that what was leased by a call
 * whose reply was lost is told from what callers hold without keeping account of it.
 */
final class PulledTopic {

    private static final Logger log = Loggers.of(PulledTopic.class);

    private static final Duration MIN_TTR = Duration.ofSeconds(1);

    private final TopicName topic;

    private final PullContext context;

    private final CallLimit callLimit = new CallLimit();

    /** Calls that may have leased tasks which never arrived. */
    private final Queue<Lost> lost = new ConcurrentLinkedQueue<>();

    private record Lost(String name, List<Delivery> arrived) {}

    /**
     * What a call gave.
     *
     * @param more whether there may be more though there is none among these
     */
    record Pull(List<PulledTask> tasks, boolean more) {}

    PulledTopic(TopicName topic, PullContext context) {
        this.topic = topic;
        this.context = context;
    }

    /** Leases what there is. */
    Pull reserve(PullOptions options) {
        reclaimLost();
        String name = context.names().get();
        long from = context.time().now();
        int limit = callLimit.of(options.limit());
        Reservation reservation;
        try {
            reservation = context.store().get().reserve(topic, name, options.ttr(), limit);
        } catch (Throwable e) {
            lost.add(new Lost(name, List.of()));
            callLimit.failed(limit, e);
            throw e;
        }
        callLimit.answered();
        if (reservation.repeated()) {
            lost.add(new Lost(
                    name,
                    reservation.tasks().stream().map(ReservedTask::delivery).toList()));
            orLater("What was leased and never arrived", this::reclaimLost);
        }
        boolean more = !reservation.tasks().isEmpty() || reservation.repeated();
        return new Pull(read(reservation, options.ttr(), from), more);
    }

    /** Gives back what was leased and never arrived. */
    void reclaimLost() {
        for (Lost call; (call = lost.poll()) != null; ) {
            try {
                context.store().get().reclaim(topic, call.name(), call.arrived());
            } catch (Throwable e) {
                lost.add(call);
                throw e;
            }
        }
    }

    /** Whether nothing is known to be leased that never arrived. */
    boolean hasNothingLost() {
        return lost.isEmpty();
    }

    /** Leaves what was leased and never arrived to the end of its lease. */
    void forgetLost() {
        lost.clear();
    }

    private List<PulledTask> read(Reservation reservation, Duration ttr, long from) {
        List<LeasedTask> tasks = new ArrayList<>();
        List<Outcome> dead = new ArrayList<>();
        Map<Duration, List<LeasedTask>> others = new HashMap<>();
        for (ReservedTask task : reservation.tasks()) {
            try {
                TaskDetail detail = TaskJson.read(task.detail());
                requireNoCallback(detail);
                Duration own = detail.ttr() == null ? ttr : withinBounds(detail.ttr());
                LeasedTask leased = new LeasedTask(
                        context, topic, task, detail, new LeasedTask.Lease(own, from, reservation.storeTime()));
                tasks.add(leased);
                if (!own.equals(ttr)) {
                    leased.leased(from, own.compareTo(ttr) < 0 ? own : ttr);
                    others.computeIfAbsent(own, key -> new ArrayList<>()).add(leased);
                }
            } catch (UnreadableTaskException | DelayQueueException e) {
                log.debug("{} in {} goes to the dead letters", task.delivery().id(), topic, e);
                context.observers().taskEvents().add(topic, TaskEvent.DEAD, 1, e);
                dead.add(new Outcome.Dead(
                        task.delivery(),
                        Failure.toJson(task.attempt(), e, Instant.ofEpochMilli(reservation.storeTime()))));
            }
        }
        if (!dead.isEmpty()) {
            orLater("Tasks that cannot be read", () -> bury(dead));
        }
        others.forEach((own, leased) -> orLater("The time to run of tasks", () -> tasks.removeAll(lease(leased, own))));
        tasks.forEach(task -> context.observers().started(topic, task.lateness()));
        return List.copyOf(tasks);
    }

    private void bury(List<Outcome> dead) {
        int stale = context.store().get().acknowledge(topic.group(), dead).size();
        for (int i = stale; i < dead.size(); i++) {
            context.observers().ended(topic, TaskOutcome.DEAD);
        }
    }

    /** One for a callback would come here without a payload, and look done when it is finished. */
    private static void requireNoCallback(TaskDetail detail) {
        if (detail.callback() != null) {
            throw new DelayQueueException("The task brings the callback "
                    + detail.callback().className() + ", but its topic is pulled here, where nothing calls it");
        }
    }

    /** A task that no service of ours has written may ask for anything. */
    private static Duration withinBounds(Duration ttr) {
        if (ttr.compareTo(MIN_TTR) < 0) {
            return MIN_TTR;
        }
        return ttr.compareTo(Task.MAX_DELAY) > 0 ? Task.MAX_DELAY : ttr;
    }

    /** Leases tasks for the time to run they brought; returns those that are lost already. */
    private Set<LeasedTask> lease(List<LeasedTask> tasks, Duration ttr) {
        long from = context.time().now();
        List<Delivery> deliveries = tasks.stream().map(LeasedTask::delivery).toList();
        Set<Delivery> stale = Set.copyOf(context.store().get().renew(topic.group(), deliveries, ttr));
        Set<LeasedTask> gone = new HashSet<>();
        for (LeasedTask task : tasks) {
            task.leased(from, ttr);
            if (stale.contains(task.delivery())) {
                gone.add(task);
            }
        }
        return gone;
    }

    /** What fails here must not keep tasks that have arrived from the caller; the end of a lease puts it right. */
    private void orLater(String what, Runnable step) {
        try {
            step.run();
        } catch (TaskStoreException e) {
            log.debug("{} in {} could not be seen to; the end of their leases will", what, topic, e);
            context.observers().taskEvents().add(topic, TaskEvent.UNSETTLED, 1, e);
        }
    }
}
