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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Steps of a group's tasks from their due time to an instance: push, reserve, both at once, and release. */
final class Moves {

    private static final int LIMIT = TaskStore.MAX_BATCH;

    private static final int LIMIT_OF_EXPIRED = 100;

    private static final int LIMIT_OF_TOPICS = 128;

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
        return push(instance, sweep, null).push();
    }

    PushAndReserveResult pushAndReserve(Taking taking, Collection<String> sweep) {
        return push(taking.instance(), sweep, taking);
    }

    /**
     * Pushes, and reserves if no other instance asks to push.
     *
     * @param taking the reservation; null for a push alone
     */
    private PushAndReserveResult push(String instance, Collection<String> sweep, @Nullable Taking taking) {
        if (group.claims.isTaken(instance, now)) {
            long wait = group.claims.refuse(now) * MICROS;
            return new PushAndReserveResult(
                    new PushResult(false, 0, Map.of(), wait, null, Map.of(), now.millis(), Set.of()), null);
        }
        boolean alone = group.claims.isAlone(now);
        TopicTasks own = taking == null || !alone ? null : group.topic(taking.topic());
        Set<String> checked = new LinkedHashSet<>(group.agenda.due(now.millis(), LIMIT_OF_TOPICS));
        checked.addAll(sweep);
        checked.retainAll(group.topics().keySet());
        List<TopicTasks> topics = checked.stream().map(group::topic).toList();
        Set<TopicTasks> unsignalled =
                topics.stream().filter(topic -> !topic.signalled).collect(Collectors.toSet());
        // The due tasks of its own topic are left to the reservation, unless others are ready.
        boolean straight = own != null && own.allReady() == 0 && !group.paused.contains(taking.topic());
        List<StoredTask> due = take(
                topics.stream().filter(topic -> !straight || topic != own).toList(), topic -> topic.delayed, LIMIT);
        List<StoredTask> expired = take(topics, topic -> topic.reserved, LIMIT_OF_EXPIRED);
        due.forEach(task -> group.makeReady(task, task.time()));
        Map<String, Integer> ended = new HashMap<>();
        for (StoredTask task : expired) {
            ended.merge(task.topic, 1, Integer::sum);
            Held held = held(task);
            task.wentWrong(held.leaseEnded(task.time()));
            group.putBack(task, held.due());
        }
        group.leaveSignals(sweep);
        Set<String> signalled = checked.stream()
                .filter(topic -> alone && group.topic(topic).signalled && unsignalled.contains(group.topic(topic)))
                .collect(Collectors.toSet());
        int moved = due.size();
        Reservation reservation = null;
        if (taking != null && alone) {
            int delayed = own == null ? 0 : own.delayed.size();
            reservation = reserve(taking);
            moved += own == null ? 0 : delayed - own.delayed.size();
        }
        Set<String> served = Stream.concat(due.stream(), expired.stream())
                .map(task -> task.topic)
                .collect(Collectors.toSet());
        for (String topic : checked) {
            TopicTasks tasks = group.topic(topic);
            if (tasks.next() > now.millis() || tasks == own || served.contains(topic)) {
                group.agenda.set(topic, Math.max(now.millis(), tasks.next()));
            } else {
                // The limits left nothing for it: it keeps its place.
                group.agenda.enter(topic, now.millis());
            }
        }
        Agenda.Entry first = group.agenda.first();
        long wait = MemoryGroup.SWEEP_MILLIS * MICROS;
        if (first != null) {
            wait = Math.min(wait, Math.max(first.time() * MICROS - now.micros(), 0));
        }
        group.claims.claim(instance, -Math.floorDiv(-wait, MICROS), now);
        String next = alone && first != null ? first.topic() : null;
        return new PushAndReserveResult(
                new PushResult(true, moved, ended, wait, next, Map.of(), now.millis(), signalled), reservation);
    }

    /** Reads the beginnings of orders up to now: an equal share of each, then what is left of the limit. */
    private List<StoredTask> take(List<TopicTasks> topics, Function<TopicTasks, TaskOrder> order, int limit) {
        List<TaskOrder> orders = topics.stream()
                .map(order)
                .filter(tasks -> tasks.firstTime() <= now.millis())
                .toList();
        int share = Math.max(1, limit / Math.max(1, orders.size()));
        List<List<StoredTask>> shares = new ArrayList<>();
        int left = limit;
        for (TaskOrder tasks : orders) {
            shares.add(tasks.until(now.millis(), Math.min(share, left)));
            left -= shares.get(shares.size() - 1).size();
        }
        List<StoredTask> taken = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
            int most = shares.get(i).size() + (shares.get(i).size() == share ? left : 0);
            List<StoredTask> some = orders.get(i).until(now.millis(), most);
            left -= some.size() - shares.get(i).size();
            taken.addAll(some);
        }
        return taken;
    }

    Reservation reserve(Taking taking) {
        TopicTasks topic = group.topic(taking.topic());
        if (topic == null) {
            return new Reservation(List.of(), 0, now.millis(), false);
        }
        if (group.paused.contains(taking.topic())) {
            topic.signalled = false;
            return new Reservation(List.of(), 0, now.millis(), false);
        }
        topic.delayed.until(now.millis(), LIMIT).forEach(task -> group.makeReady(task, task.time()));
        int total = topic.allReady();
        Map<Priority, Integer> shares =
                Turns.share(topic.readyByPriority(), Math.min(taking.limit(), total), group.deliveriesSoFar());
        List<StoredTask> taken = new ArrayList<>();
        for (Priority priority : Priority.values()) {
            taken.addAll(topic.ready(priority).first(shares.get(priority)));
        }
        long number = group.nextDelivery(taken.size());
        List<ReservedTask> given =
                taken.stream().map(task -> lease(task, number, taking)).toList();
        topic.signalled = total > taken.size();
        int left = total - taken.size() + topic.delayed.countUntil(now.millis());
        return new Reservation(given, left, now.millis(), false);
    }

    private ReservedTask lease(StoredTask task, long number, Taking taking) {
        int attempt = task.held == null ? 1 : task.held.attempts() + 1;
        task.held = new Held(number, attempt, task.time(), taking.instance(), now.millis());
        ReservedTask given = new ReservedTask(
                new Delivery(task.topic, task.id, task.held.number(), taking.instance()),
                attempt,
                task.time(),
                task.detail());
        group.move(task, TaskState.RESERVED, now.millis() + taking.leaseMillis());
        return given;
    }

    int reclaim(String topicName, String instance, long after, Collection<Delivery> known) {
        TopicTasks topic = group.topic(topicName);
        if (topic == null) {
            return 0;
        }
        Set<String> keys = known.stream()
                .map(delivery -> delivery.number() + ":" + delivery.id())
                .collect(Collectors.toSet());
        List<StoredTask> lost = topic.reserved.all().stream()
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
