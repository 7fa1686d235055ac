package io.delayqueue.internal.pull;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;

import io.delayqueue.DeadReason;
import io.delayqueue.DelayQueueException;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.Millis;
import io.delayqueue.internal.drive.TaskEvent;
import io.delayqueue.internal.run.LateTask;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.internal.run.TaskExecution;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskDetail;
import io.delayqueue.store.TaskStore.CallLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Leases the tasks of a topic to callers. Each call of the store leases under a unique name, which identifies the leases of a call
 * whose reply was lost.
 */
final class PulledTopic {

    private static final Duration MIN_TTR = Duration.ofSeconds(1);

    private final TopicName topic;

    private final PullContext context;

    private final CallLimit callLimit = new CallLimit();

    /** Names of calls that may have leased tasks whose reply was lost. */
    private final Queue<Lost> lost = new ConcurrentLinkedQueue<>();

    private record Lost(String name, List<Delivery> arrived) {}

    PulledTopic(TopicName topic, PullContext context) {
        this.topic = topic;
        this.context = context;
    }

    /** Leases ready tasks; null if there are none, but may be more, because all of the call had ended or were not leased. */
    @Nullable
    List<PulledTask> reserve(PullOptions options) {
        reclaimLost();
        String name = context.nextName();
        long from = context.time().now();
        int limit = callLimit.of(options.limit());
        Reservation reservation;
        try {
            reservation = context.store().reserve(topic, name, options.ttr(), limit);
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
            orLater(this::reclaimLost);
        }
        List<PulledTask> tasks = read(reservation, options.ttr(), from);
        boolean more = !reservation.tasks().isEmpty() || reservation.repeated();
        return tasks.isEmpty() && more ? null : tasks;
    }

    /** Releases leases whose reply was lost. */
    void reclaimLost() {
        for (Lost call; (call = lost.poll()) != null; ) {
            try {
                context.store().reclaim(topic, call.name(), 0, call.arrived());
            } catch (Throwable e) {
                lost.add(call);
                throw e;
            }
        }
    }

    /** Leaves leases whose reply was lost to expire. */
    void forgetLost() {
        lost.clear();
    }

    private List<PulledTask> read(Reservation reservation, Duration ttr, long from) {
        List<LeasedTask> tasks = new ArrayList<>();
        List<Outcome> ended = new ArrayList<>();
        Map<Duration, List<LeasedTask>> others = new HashMap<>();
        for (ReservedTask task : reservation.tasks()) {
            TaskExecution execution =
                    new TaskExecution(topic, task, reservation.storeTime(), from, ttr, context.time());
            try {
                TaskDetail detail = execution.read();
                requireNoCallback(detail);
                PendingOutcome late = LateTask.check(execution, detail, TopicOptions.DEFAULT, context.repeats());
                if (late != null) {
                    TaskEvent event = TaskEvent.of(late.outcome().observed());
                    context.observers().report(execution, requireNonNull(event), late.failure());
                    ended.add(context.records().recorded(execution, late.outcome(), null));
                    continue;
                }
                Duration wanted = detail.options().ttr();
                Duration own = wanted == null ? ttr : withinBounds(wanted);
                LeasedTask leased = new LeasedTask(context, execution, detail, own);
                tasks.add(leased);
                if (!own.equals(ttr)) {
                    leased.leased(from, Millis.atMost(ttr, own));
                    others.computeIfAbsent(own, key -> new ArrayList<>()).add(leased);
                }
            } catch (UnreadableTaskException | DelayQueueException e) {
                context.observers().report(execution, TaskEvent.DEAD, e);
                Outcome dead = new Outcome.Dead(task.delivery(), execution.json(e, DeadReason.UNREADABLE));
                ended.add(context.records().recorded(execution, dead, null));
            }
        }
        ended.stream().collect(groupingBy(Outcome::kind)).values().forEach(outcomes -> orLater(() -> end(outcomes)));
        others.forEach((own, leased) -> orLater(() -> lease(leased, own, tasks)));
        tasks.forEach(LeasedTask::started);
        return List.copyOf(tasks);
    }

    /** Acknowledges outcomes of one kind. */
    private void end(List<Outcome> outcomes) {
        List<Delivery> stale = context.store().acknowledge(topic.group(), outcomes);
        outcomes.stream().filter(outcome -> !stale.contains(outcome.delivery())).forEach(outcome -> context.observers()
                .ended(topic, outcome));
    }

    /** A task for a callback has no payload here, and would be finished without a call. */
    private static void requireNoCallback(TaskDetail detail) {
        if (detail.callback() != null) {
            throw new DelayQueueException("The task carries the callback "
                    + detail.callback().className() + ", but its topic is pulled here and callbacks are not called");
        }
    }

    /** Limits the time to run: another program may have written any value. */
    private static Duration withinBounds(Duration ttr) {
        return ttr.compareTo(MIN_TTR) < 0 ? MIN_TTR : Millis.atMost(Task.MAX_DELAY, ttr);
    }

    /** Leases tasks for their own time to run, and removes those whose lease is lost. */
    private void lease(List<LeasedTask> tasks, Duration ttr, List<LeasedTask> all) {
        long from = context.time().now();
        List<Delivery> deliveries = tasks.stream().map(LeasedTask::named).toList();
        Set<Delivery> stale = Set.copyOf(context.store().renew(topic.group(), deliveries, ttr));
        tasks.forEach(task -> task.leased(from, ttr));
        all.removeIf(task -> stale.contains(task.named()));
    }

    /** A failure here must not keep other tasks from the caller; it is repaired when the lease expires. */
    private void orLater(Runnable step) {
        try {
            step.run();
        } catch (TaskStoreException e) {
            context.observers().taskEvents().add(topic, TaskEvent.UNHANDLED, null, 0, e);
        }
    }
}
