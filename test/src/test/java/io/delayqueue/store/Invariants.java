package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Priority;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.store.Call.What;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds of each step of a history, whatever a store does: seen from outside, also where both stores are wrong. */
final class Invariants {

    private static final int REMEMBERED = 40;

    private final String group;

    private final List<Delivery> given = new ArrayList<>();

    /** Newest deliveries that arrived, by the id of the task. */
    private final Map<String, Delivery> newest = new HashMap<>();

    private Map<String, Delivery> newestBefore = Map.of();

    private final Set<String> known = new HashSet<>();

    private Set<String> knownBefore = Set.of();

    /** Names of changes that were made and not confirmed. */
    private final Set<String> made = new HashSet<>();

    private Set<String> madeBefore = Set.of();

    /** How many tasks of a key ran at once at most, by topic. */
    private final Map<String, Integer> keyConcurrency = new HashMap<>();

    private long lastNumber;

    private long millis;

    Invariants(String group) {
        this.group = group;
    }

    /** Deliveries that arrived lately. */
    List<Delivery> given() {
        return given;
    }

    /** Those of them whose tasks are reserved by them. */
    List<Delivery> current(Map<String, TaskInfo> tasks) {
        return given.stream().filter(one -> isCurrent(one, tasks)).toList();
    }

    private boolean isCurrent(Delivery delivery, Map<String, TaskInfo> tasks) {
        TaskInfo task = tasks.get(delivery.id());
        return task != null && task.state() == TaskState.RESERVED && isNewest(delivery, task);
    }

    private boolean isNewest(Delivery delivery, TaskInfo task) {
        Delivery last = newest.get(task.id());
        return last != null
                && delivery.id().equals(task.id())
                && delivery.number() == last.number()
                && delivery.topic().equals(last.topic())
                && delivery.instance().equals(last.instance());
    }

    void snapshot() {
        newestBefore = Map.copyOf(newest);
        knownBefore = Set.copyOf(known);
        madeBefore = Set.copyOf(made);
    }

    void forget() {
        newest.clear();
        newest.putAll(newestBefore);
        known.clear();
        known.addAll(knownBefore);
        made.clear();
        made.addAll(madeBefore);
    }

    /** Whether an instance knows of ready tasks of a topic: from a signal that it has taken, or from a reservation that has left some. */
    boolean isKnown(String topic) {
        return known.contains(topic);
    }

    /**
     * Checks what a step has made of the tasks, and what it has replied.
     *
     * @param store to be asked about limits and orders
     */
    void check(
            Step step,
            Map<String, TaskInfo> before,
            Map<String, TaskInfo> after,
            List<@Nullable Object> replies,
            StoreUnderTest store) {
        millis = step.micros() / 1_000;
        Set<String> ids = new HashSet<>(before.keySet());
        ids.addAll(after.keySet());
        for (String id : ids) {
            check(step.calls(), before.get(id), after.get(id));
        }
        for (String topic : TwoStores.TOPICS) {
            KeyOrder order = store.topics().keys(new TopicName(group, topic), 0).order();
            keyConcurrency.merge(topic, order == null ? 1 : order.concurrency(), Math::max);
        }
        List<Call> calls = step.calls();
        // The call that comes first replies last, because its reply is the second one.
        for (int i = 0; i < replies.size(); i++) {
            Call call = calls.get(replies.size() - 1 - i);
            Reservation given = arrived(call, replies.get(i));
            // What comes after a lease in a step may have replaced its tasks.
            if (given != null && !given.tasks().isEmpty() && step.meanwhile() == null) {
                checkAllowed(call.topic, given.tasks(), after, store);
            }
            checkOnce(call, replies.get(i));
        }
    }

    /** Limits, holds and keys allow what was leased of a topic. */
    private void checkAllowed(
            String topic, List<ReservedTask> leased, Map<String, TaskInfo> after, StoreUnderTest store) {
        TaskCounts counts = store.topics().count(group, List.of(topic)).get(0);
        assertThat(counts.paused() || counts.heldUntil() != null)
                .as("hold of %s, of which tasks were leased", topic)
                .isFalse();
        for (LimitInfo limit : store.limits().list(group)) {
            if (limit.topics().contains(topic)) {
                assertThat(limit.heldUntil()).as("hold of %s", limit).isNull();
                Integer most = limit.limit().concurrency();
                assertThat(limit.running()).as("leases of %s", limit).isLessThanOrEqualTo(most == null ? 1_000 : most);
            }
        }
        Map<Priority, Long> latest = new HashMap<>();
        for (ReservedTask task : leased) {
            TaskInfo info = after.get(task.delivery().id());
            if (info != null) {
                assertThat(task.dueAt())
                        .as("time of %s", task)
                        .isBetween(latest.getOrDefault(info.priority(), Long.MIN_VALUE), millis);
                latest.put(info.priority(), task.dueAt());
            }
            String key = task.delivery().key();
            long ofKey = after.values().stream()
                    .filter(other -> key != null && key.equals(other.options().key()))
                    .filter(other -> other.state() == TaskState.RESERVED
                            && other.topic().topic().equals(topic))
                    .count();
            assertThat(ofKey).as("leases of the key %s", key).isLessThanOrEqualTo(keyConcurrency.get(topic));
        }
    }

    /** A change with a name is made once, at least until the name is confirmed. */
    private void checkOnce(Call call, @Nullable Object reply) {
        if (call.what == What.CONFIRM) {
            made.removeAll(call.names);
        } else if (reply instanceof Change.Applied applied) {
            for (int i = 0; i < applied.results().size(); i++) {
                String name = call.names.get(i);
                Change.Result result = applied.results().get(i);
                if (made.contains(name)) {
                    assertThat(result)
                            .as("result of %s, which was made before", name)
                            .isEqualTo(Change.Result.REPEATED);
                } else if (result != Change.Result.OTHER_TOPIC && result != Change.Result.REPEATED) {
                    made.add(name);
                }
            }
        }
    }

    private void check(List<Call> calls, @Nullable TaskInfo before, @Nullable TaskInfo after) {
        TaskInfo task = before == null ? after : before;
        if (before != null && after != null && calls.stream().noneMatch(call -> call.ids.contains(task.id()))) {
            assertThat(List.of(after.topic(), after.options(), String.valueOf(after.payload())))
                    .as("data of %s", task.id())
                    .isEqualTo(List.of(before.topic(), before.options(), String.valueOf(before.payload())));
        }
        if (takesBackMeanwhile(calls, task) || calls.stream().anyMatch(call -> mayChange(call, task))) {
            return;
        }
        assertThat(after == null ? null : after.id())
                .as("task that no call names")
                .isEqualTo(task.id());
        assertThat(before).as("task before that no call names: %s", after).isNotNull();
        if (after.equals(before)) {
            return;
        }
        if (before.state() == TaskState.RESERVED) {
            assertThat(before.stateUntil())
                    .as("end of the lease before %s", after)
                    .isBeforeOrEqualTo(now());
            assertThat(after.failedAttempts()).as("failed attempts").isNotEmpty();
        } else if (before.state() == TaskState.DELAYED) {
            assertThat(before.stateUntil()).as("due time of %s", after).isBeforeOrEqualTo(now());
        } else {
            assertThat(before.state()).as("state before %s", after).isEqualTo(TaskState.READY);
            assertThat(after.state()).as("state after %s", before).isEqualTo(TaskState.RESERVED);
        }
        if (after.state() == TaskState.RESERVED) {
            assertThat(after.attempts()).as("attempts of %s", after).isEqualTo(before.attempts() + 1);
            assertThat(calls).as("calls that lease").anyMatch(call -> leases(call, task));
        }
    }

    private Instant now() {
        return Instant.ofEpochMilli(millis);
    }

    private static boolean leases(Call call, TaskInfo task) {
        return (call.what == What.RESERVE || call.what == What.PUSH_AND_RESERVE)
                && task.topic().topic().equals(call.topic);
    }

    /** Whether a call may change a task in other ways than time does, and leases. */
    private boolean mayChange(Call call, TaskInfo task) {
        String topic = task.topic().topic();
        return call.ids.contains(task.id())
                || call.what == What.TOPIC && topic.equals(call.topic)
                || call.what == What.RECLAIM && topic.equals(call.topic) && !isKnown(call, task)
                || call.what == What.SETTLE && call.deliveries.stream().anyMatch(one -> isNewest(one, task));
    }

    /** Whether an instance may take back what was leased between the two sendings of its call. */
    private static boolean takesBackMeanwhile(List<Call> calls, TaskInfo task) {
        return calls.size() > 1
                && calls.get(0).what == What.RECLAIM
                && task.topic().topic().equals(calls.get(0).topic);
    }

    /** Whether an instance that takes back what it does not know knows the delivery by which a task is reserved: a later one may have been lost. */
    private boolean isKnown(Call reclaim, TaskInfo task) {
        Delivery last = newest.get(task.id());
        return task.reservedAt() == null
                || last != null
                        && last.number() / 1_000 == task.reservedAt().toEpochMilli()
                        && reclaim.deliveries.stream().anyMatch(one -> isNewest(one, task));
    }

    private @Nullable Reservation arrived(Call call, @Nullable Object reply) {
        Reservation reservation = reply instanceof PushAndReserveResult both
                ? both.reservation()
                : reply instanceof Reservation alone ? alone : null;
        if (call.what == What.SIGNAL) {
            known.add(call.topic);
        }
        if (reservation == null) {
            return null;
        }
        // An instance that knows of a lost reply reserves again.
        if (reservation.remaining() > 0 || reservation.repeated()) {
            known.add(call.topic);
        } else {
            known.remove(call.topic);
        }
        List<ReservedTask> tasks = reservation.tasks();
        for (ReservedTask task : tasks) {
            Delivery delivery = task.delivery();
            assertThat(delivery.number()).as("number of a delivery").isGreaterThan(lastNumber);
            newest.put(delivery.id(), delivery);
            given.add(delivery);
        }
        if (!tasks.isEmpty()) {
            lastNumber = tasks.get(0).delivery().number();
        }
        given.subList(0, Math.max(0, given.size() - REMEMBERED)).clear();
        return reservation;
    }
}
