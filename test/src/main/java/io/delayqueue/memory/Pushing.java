package io.delayqueue.memory;

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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Steps of a group's tasks from their due time to an instance: push, reserve, both at once, and release. */
final class Pushing {

    private static final int LIMIT_OF_EXPIRED = 100;

    private static final long MICROS = 1_000;

    private static final Comparator<TopicTasks> FIRST =
            Comparator.comparingLong(TopicTasks::next).thenComparing(topic -> topic.name);

    private final MemoryGroup group;

    private final StepTime now;

    /**
     * Reservation of an instance.
     *
     * @param limit the maximum number of tasks
     */
    record Taking(String topic, String instance, long leaseMillis, int limit) {}

    Pushing(MemoryGroup group) {
        this.group = group;
        this.now = group.now();
    }

    /**
     * Pushes, and reserves if no other instance asks to push.
     *
     * @param taking the reservation; null for a push alone
     */
    PushAndReserveResult push(String instance, Collection<String> sweep, @Nullable Taking taking) {
        if (group.claims.isTaken(instance, now)) {
            long wait = group.claims.refuse(now) * MICROS;
            return new PushAndReserveResult(
                    new PushResult(false, 0, Map.of(), wait, null, Map.of(), now.millis(), Set.of()), null);
        }
        boolean alone = group.claims.isAlone(now);
        List<TopicTasks> unsignalled = group.topics().values().stream()
                .filter(topic -> !topic.signalled)
                .toList();
        List<TopicTasks> topics = group.topics().values().stream()
                .filter(topic -> topic.next() <= now.millis())
                .sorted(FIRST)
                .toList();
        int moved = 0;
        int expired = 0;
        Map<String, Integer> ended = new HashMap<>();
        for (TopicTasks topic : topics) {
            moved += makeReady(topic, TaskStore.MAX_BATCH - moved);
            int more = endLeases(topic, LIMIT_OF_EXPIRED - expired);
            if (more > 0) {
                ended.put(topic.name, more);
            }
            expired += more;
        }
        group.leaveSignals(sweep);
        Reservation reservation = null;
        if (taking != null && alone) {
            moved += makeReady(group.topic(taking.topic()), TaskStore.MAX_BATCH);
            group.settleKeys();
            reservation = reserve(taking);
        }
        group.settle();
        long wait = Math.min(2 * MemoryGroup.SWEEP_MILLIS * MICROS, Math.max(microsTo(group.next()), 0));
        group.claims.claim(instance, Math.min(MemoryGroup.SWEEP_MILLIS, -Math.floorDiv(-wait, MICROS)), now);
        Set<String> signalled = unsignalled.stream()
                .filter(topic -> alone && topic.signalled)
                .map(topic -> topic.name)
                .collect(Collectors.toSet());
        return new PushAndReserveResult(
                new PushResult(true, moved, ended, wait, alone ? nextTopic() : null, Map.of(), now.millis(), signalled),
                reservation);
    }

    private int makeReady(TopicTasks topic, int limit) {
        List<StoredTask> due = topic.until(TaskState.DELAYED, now.millis(), limit);
        due.forEach(task -> group.makeReady(task, task.time()));
        return due.size();
    }

    private int endLeases(TopicTasks topic, int limit) {
        List<StoredTask> expired = topic.until(TaskState.RESERVED, now.millis(), limit);
        for (StoredTask task : expired) {
            Held held = held(task);
            task.wentWrong(held.leaseEnded(task.time()));
            group.putBack(task, held.due());
        }
        return expired.size();
    }

    private long microsTo(long millis) {
        return millis == TopicTasks.NEVER ? millis : millis * MICROS - now.micros();
    }

    private @Nullable String nextTopic() {
        return group.topics().values().stream()
                .filter(topic -> topic.next() != TopicTasks.NEVER)
                .min(FIRST)
                .map(topic -> topic.name)
                .orElse(null);
    }

    Reservation reserve(Taking taking) {
        TopicTasks topic = group.topic(taking.topic());
        long limit = Math.min(taking.limit(), group.rules.allowance(topic.name).tasks());
        if (limit > 0 && !group.rules.leavesDueToPush(topic.name)) {
            makeReady(topic, TaskStore.MAX_BATCH);
        }
        List<StoredTask> taken = new ArrayList<>();
        for (long turn = group.nextTurn(); taken.size() < limit; turn++) {
            StoredTask next = topic.nextReady(turn);
            if (next == null) {
                break;
            }
            topic.remove(next);
            taken.add(next);
        }
        taken.sort(Comparator.comparing(task -> task.place));
        long number = group.nextDelivery(taken.size());
        List<ReservedTask> given =
                taken.stream().map(task -> lease(task, number, taking)).toList();
        group.rules.leased(topic.name, given.size(), number);
        topic.signalled = group.mayLease(topic);
        boolean mayLeaseMore = group.rules.allowance(topic.name).tasks() > 0;
        int remaining = mayLeaseMore ? group.waiting(topic.name) : 0;
        return new Reservation(given, remaining, now.millis(), false, group.rules.isLimited(topic.name));
    }

    private ReservedTask lease(StoredTask task, long number, Taking taking) {
        int attempt = task.held == null ? 1 : task.held.attempts() + 1;
        // A first delivery returns a task to the place of its due time, also if the task came from behind others of its
        // key.
        long place = task.history ? task.time() : task.due;
        if (attempt > 1) {
            task.hasBegun(held(task));
        }
        task.held = new Held(number, attempt, place, taking.instance(), now.millis(), false);
        ReservedTask given = new ReservedTask(
                new Delivery(task.topic, task.id, task.held.number(), taking.instance(), task.label),
                attempt,
                task.time(),
                task.requeuedAt,
                task.begunAt,
                task.detail());
        group.enter(task, TaskState.RESERVED, now.millis() + taking.leaseMillis());
        return given;
    }

    int reclaim(String topicName, String instance, long after, Collection<Delivery> known) {
        Set<String> keys = known.stream()
                .map(delivery -> delivery.number() + ":" + delivery.id())
                .collect(Collectors.toSet());
        List<StoredTask> lost = group.topic(topicName).in(TaskState.RESERVED).values().stream()
                .filter(task -> held(task).instance().equals(instance)
                        && held(task).number() > after
                        && !keys.contains(held(task).number() + ":" + task.id))
                .toList();
        for (StoredTask task : lost) {
            Held held = held(task);
            task.takeBackAttempt(held);
            group.putBack(task, held.due());
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
