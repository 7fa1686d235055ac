package io.delayqueue.memory;

import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.memory.StoredTask.Held;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Steps of a group's tasks from their due time to an instance: push, reserve, both at once, and release. */
final class Moves {

    private static final int LIMIT = TaskStore.MAX_BATCH;

    private static final int LIMIT_OF_EXPIRED = 100;

    private static final long MICROS = 1_000;

    private final MemoryGroup group;

    private final StepTime now;

    /**
     * Reservation of an instance.
     *
     * @param limit the maximum number of tasks
     */
    record Taking(String topic, String instance, long leaseMillis, int limit) {}

    Moves(MemoryGroup group, StepTime now) {
        this.group = group;
        this.now = now;
    }

    PushResult push(String instance, Collection<String> sweep) {
        return push(instance, sweep, group.claims.isAlone(now));
    }

    PushAndReserveResult pushAndReserve(Taking taking, Collection<String> sweep) {
        boolean alone = group.claims.isAlone(now);
        PushResult pushed = push(taking.instance(), sweep, alone);
        return new PushAndReserveResult(pushed, pushed.elected() && alone ? reserve(taking) : null);
    }

    private PushResult push(String instance, Collection<String> sweep, boolean alone) {
        if (group.claims.isTaken(instance, now)) {
            return new PushResult(false, 0, Map.of(), group.claims.refuse(now) * MICROS, null, Map.of(), now.millis());
        }
        double next = now.millis() + 1d;
        List<StoredTask> due = group.delayed.below(next, LIMIT);
        List<StoredTask> expired = group.reserved.below(next, LIMIT_OF_EXPIRED);
        long wait = 0;
        StoredTask coming = due.isEmpty() ? null : due.get(0);
        if (due.size() < LIMIT && expired.size() < LIMIT_OF_EXPIRED) {
            coming = group.delayed.from(next);
            wait = wait(coming, group.reserved.from(next));
        }
        group.claims.claim(instance, -Math.floorDiv(-wait, MICROS), now);
        due.forEach(task -> group.makeReady(task, task.score()));
        Map<String, Integer> ended = new HashMap<>();
        for (StoredTask task : expired) {
            ended.merge(task.topic, 1, Integer::sum);
            Held held = held(task);
            task.wentWrong(held.leaseEnded(Score.millis(task.score())));
            group.makeReady(task, held.score());
        }
        group.leaveSignals(sweep);
        return new PushResult(
                true, due.size(), ended, wait, alone && coming != null ? coming.topic : null, Map.of(), now.millis());
    }

    private long wait(@Nullable StoredTask head, @Nullable StoredTask lease) {
        long wait = MemoryGroup.SWEEP_MILLIS * MICROS;
        for (StoredTask task : new StoredTask[] {head, lease}) {
            if (task != null) {
                wait = Math.min(wait, Math.max(Score.millis(task.score()) * MICROS - now.micros(), 0));
            }
        }
        return wait;
    }

    Reservation reserve(Taking taking) {
        TopicTasks topic = group.topic(taking.topic());
        int total = topic == null ? 0 : topic.allReady();
        if (topic == null || total == 0 || group.paused.contains(taking.topic())) {
            if (topic != null) {
                topic.signalled = false;
            }
            return new Reservation(List.of(), 0, now.millis(), false);
        }
        Map<Priority, Integer> shares =
                Turns.share(topic.readyByPriority(), Math.min(taking.limit(), total), group.deliveriesSoFar());
        List<StoredTask> taken = new ArrayList<>();
        for (Priority priority : Priority.values()) {
            taken.addAll(topic.ready(priority).first(shares.get(priority)));
        }
        List<ReservedTask> given =
                taken.stream().map(task -> lease(task, taking)).toList();
        topic.signalled = total > taken.size();
        return new Reservation(given, total - taken.size(), now.millis(), false);
    }

    private ReservedTask lease(StoredTask task, Taking taking) {
        int attempt = task.held == null ? 1 : task.held.attempts() + 1;
        task.held = new Held(group.nextDelivery(), attempt, task.score(), taking.instance());
        ReservedTask given = new ReservedTask(
                new Delivery(task.topic, task.id, task.held.number(), taking.instance()),
                attempt,
                Score.millis(task.score()),
                task.detail());
        group.move(task, TaskState.RESERVED, now.millis() + taking.leaseMillis());
        return given;
    }

    int reclaim(String topicName, String instance, long after, Set<Long> known) {
        TopicTasks topic = group.topic(topicName);
        if (topic == null) {
            return 0;
        }
        List<StoredTask> lost = topic.reserved.stream()
                .filter(task -> held(task).instance().equals(instance)
                        && held(task).number() > after
                        && !known.contains(held(task).number()))
                .toList();
        for (StoredTask task : lost) {
            Held held = held(task);
            group.makeReady(task, held.score());
            task.held = held.unstarted();
        }
        return lost.size();
    }

    /** Returns the delivery of a reserved task. */
    static Held held(StoredTask task) {
        if (task.held == null) {
            throw new IllegalStateException("No instance holds " + task.id);
        }
        return task.held;
    }
}
