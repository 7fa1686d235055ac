package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Stores tasks in Redis: each method is one script, which is called again for the rest if tasks are large. */
final class RedisTaskStore implements TaskStore {

    /** Maximum wait of a pusher between checks, which is the cost of a lost message. */
    static final long SWEEP_MILLIS = 1_000;

    /** Results of an add by their numbers in the script, from 1. */
    static final List<AddStatus.Kind> ADDED = List.of(
            AddStatus.Kind.ADDED,
            AddStatus.Kind.REPEATED,
            AddStatus.Kind.EXISTED,
            AddStatus.Kind.OTHER_TOPIC,
            AddStatus.Kind.REPLACED);

    private static final RescheduleResult.Outcome[] RESCHEDULED = {
        RescheduleResult.Outcome.NOT_FOUND,
        RescheduleResult.Outcome.RESCHEDULED,
        RescheduleResult.Outcome.RUNNING,
        RescheduleResult.Outcome.DEAD
    };

    /** Answer of the script for a task that is not as it was read. */
    private static final int CHANGED = 2;

    private static final int MAX_TRIES = 10;

    private final RedisCalls calls;

    private final RedisCalls.Writes adds;

    /** Milliseconds for which the reply to a call is kept. */
    private final byte[] answerKept;

    RedisTaskStore(RedisCalls calls, Durability durability) {
        this.calls = calls;
        this.answerKept = calls.answerKept();
        this.adds = durability.minReplicas() > 0 ? new DurableCalls(calls, durability) : calls.unconfirmed();
    }

    @Override
    public List<AddStatus> add(String group, List<NewTask> tasks) {
        List<AddStatus> all = new ArrayList<>(tasks.size());
        Set<String> seen = new HashSet<>();
        boolean[] own = new boolean[1];
        inPartsUntilRefused(tasks, all, left -> {
            RedisCalls.Reply reply = add(keys(group), left, own[0]);
            // A task that a repeated call, or one for the rest, finds under an id for the first time was added by its
            // sending whose reply was lost.
            own[0] |= reply.repeated() && AddArguments.script(left) == Script.ADD;
            List<Object> values = Replies.list(reply.value());
            for (int i = 0; i < values.size(); i += 2) {
                AddStatus.Kind kind = ADDED.get((int) Replies.number(values.get(i)) - 1);
                boolean first = seen.add(left.get(i / 2).id());
                all.add(new AddStatus(
                        own[0] && first && kind == AddStatus.Kind.REPEATED ? AddStatus.Kind.ADDED : kind,
                        Replies.number(values.get(i + 1))));
            }
            return values.size() / 2;
        });
        return all;
    }

    /** Makes calls until no entries are left, or the store refuses others than the first: the results of those before are not lost. */
    private static <T> void inPartsUntilRefused(List<T> entries, List<?> results, ToIntFunction<List<T>> call) {
        try {
            RedisCalls.inParts(entries, call);
        } catch (TaskStoreException e) {
            if (results.isEmpty() || !RedisCalls.isRefused(e)) {
                throw e;
            }
        }
    }

    /**
     * Adds tasks, or only the first of them if the existing ones are large.
     *
     * @param maybeAdded whether a sending without a reply may have added them
     */
    private RedisCalls.Reply add(Keys k, List<NewTask> tasks, boolean maybeAdded) {
        List<byte[]> arguments = new ArrayList<>(3 + 5 * tasks.size());
        arguments.add(k.wake);
        arguments.add(bytes(SWEEP_MILLIS));
        arguments.add(answerKept);
        tasks.forEach(task -> AddArguments.add(task, arguments));
        Script script = AddArguments.script(tasks);
        return RedisCalls.surely(
                () -> maybeAdded,
                () -> adds.script(
                        script, AddArguments.keys(script, k, tasks, calls::nonce), arguments, k.get(Key.MARK)));
    }

    @Override
    public PushResult push(String group, String instance, Collection<String> sweep, ExpectedTime expected) {
        List<byte[]> arguments = PushCodec.arguments(instance, expected);
        sweep.forEach(topic -> arguments.add(bytes(topic)));
        return PushCodec.push(Replies.list(calls.value(Script.PUSH, keys(group).of(Script.PUSH), arguments)));
    }

    @Override
    public void resign(String group, String instance) {
        Keys k = keys(group);
        calls.value(
                Script.RESIGN,
                k.of(Script.RESIGN),
                List.of(k.wake, bytes(instance), bytes(WakeUpSubscription.RESIGNED)));
    }

    @Override
    public Reservation reserve(TopicName topic, String instance, Duration lease, int limit) {
        RedisCalls.Reply reply = calls.script(
                Script.RESERVE,
                keys(topic.group()).of(Script.RESERVE, topic.topic()),
                List.of(bytes(topic.topic()), bytes(instance), bytes(lease.toMillis()), bytes(limit)));
        return PushCodec.reservation(topic, instance, Replies.list(reply.value()), reply.repeated());
    }

    @Override
    public PushAndReserveResult pushAndReserve(
            TopicName topic,
            String instance,
            Collection<String> sweep,
            ExpectedTime expected,
            Duration lease,
            int limit) {
        List<byte[]> arguments = PushCodec.arguments(instance, expected);
        arguments.add(bytes(topic.topic()));
        arguments.add(bytes(lease.toMillis()));
        arguments.add(bytes(limit));
        sweep.forEach(other -> arguments.add(bytes(other)));
        RedisCalls.Reply reply = calls.script(
                Script.PUSH_AND_RESERVE, keys(topic.group()).of(Script.PUSH_AND_RESERVE, topic.topic()), arguments);
        List<Object> values = Replies.list(reply.value());
        PushResult push = PushCodec.push(Replies.list(values.get(0)));
        if (values.size() > 1) {
            List<Object> reserved = Replies.list(values.get(1));
            return new PushAndReserveResult(push, PushCodec.reservation(topic, instance, reserved, reply.repeated()));
        }
        // An earlier sending whose reply was lost may have reserved tasks.
        return new PushAndReserveResult(push, reply.repeated() ? new Reservation(List.of(), 0, 0, true) : null);
    }

    @Override
    public int reclaim(TopicName topic, String instance, long after, Collection<Delivery> known) {
        Keys k = keys(topic.group());
        int reclaimed = 0;
        byte[] score = bytes("");
        byte[] member = bytes("");
        do {
            List<byte[]> arguments = new ArrayList<>(6 + known.size());
            arguments.add(bytes(topic.topic()));
            arguments.add(bytes(instance));
            arguments.add(bytes(after));
            arguments.add(score);
            arguments.add(member);
            arguments.add(bytes(MAX_BATCH));
            known.forEach(delivery -> arguments.add(bytes(delivery.number() + ":" + delivery.id())));
            List<Object> reply =
                    Replies.list(calls.value(Script.RECLAIM, k.of(Script.RECLAIM, topic.topic()), arguments));
            reclaimed += (int) Replies.number(reply.get(0));
            score = Replies.bytes(reply.get(1));
            member = Replies.bytes(reply.get(2));
        } while (score.length > 0);
        return reclaimed;
    }

    @Override
    public List<Delivery> acknowledge(String group, List<? extends Outcome> outcomes) {
        if (outcomes.isEmpty()) {
            return List.of();
        }
        Outcome.Kind kind = Outcome.kindOf(outcomes);
        Keys k = keys(group);
        Script script = OutcomeArguments.script(kind);
        return sendDeliveries(
                k, script, OutcomeArguments.first(kind, k), outcomes, Outcome::delivery, OutcomeArguments::add);
    }

    @Override
    public List<Delivery> renew(String group, List<Delivery> deliveries, Duration lease) {
        List<byte[]> first = List.of(bytes(lease.toMillis()));
        return sendDeliveries(
                keys(group), Script.RENEW, first, deliveries, Function.identity(), OutcomeArguments::addDelivery);
    }

    /** Runs a script on deliveries, up to some bytes in one call; returns the stale ones. */
    private <T> List<Delivery> sendDeliveries(
            Keys k,
            Script script,
            List<byte[]> first,
            List<? extends T> all,
            Function<T, Delivery> delivery,
            BiConsumer<T, List<byte[]>> add) {
        List<Delivery> stale = new ArrayList<>();
        RedisCalls.inParts(all, left -> {
            List<byte[]> arguments = new ArrayList<>(first);
            int count = OutcomeArguments.addMany(left, add, arguments);
            Collection<String> topics = Keys.topics(
                    left.subList(0, count), one -> delivery.apply(one).topic());
            RedisCalls.Reply reply = calls.script(script, k.ofTopics(script, topics), arguments);
            // Entries of a repeated call that appear stale were possibly acknowledged by the sending whose reply was
            // lost.
            return Replies.indexed(Replies.list(reply.value()), left, one -> {
                if (!reply.repeated()) {
                    stale.add(delivery.apply(one));
                }
            });
        });
        return stale;
    }

    @Override
    public List<@Nullable TaskInfo> find(String group, List<String> ids) {
        Keys k = keys(group);
        List<@Nullable TaskInfo> found = new ArrayList<>(ids.size());
        RedisCalls.inParts(
                ids, left -> read(group, calls.value(Script.FIND, k.of(Script.FIND), arguments(left)), found));
        return found;
    }

    @Override
    public List<@Nullable TaskInfo> remove(String group, List<String> ids) {
        Keys k = keys(group);
        List<@Nullable TaskInfo> removed = new ArrayList<>(ids.size());
        inPartsUntilRefused(
                ids,
                removed,
                left -> read(
                        group,
                        calls.value(
                                Script.REMOVE, k.of(Script.REMOVE, calls.nonce()), arguments(left, k.wake, answerKept)),
                        removed));
        return removed;
    }

    /** Reads found tasks into a list; returns their number. */
    private static int read(String group, Object reply, List<@Nullable TaskInfo> infos) {
        List<Object> tasks = Replies.list(reply);
        tasks.forEach(task -> infos.add(FoundTask.read(group, "", task, true)));
        return tasks.size();
    }

    @Override
    public RescheduleResult reschedule(String group, String id, long time, boolean relative) {
        Keys k = keys(group);
        List<Object> values = Replies.list(calls.value(
                Script.RESCHEDULE,
                k.of(Script.RESCHEDULE, calls.nonce()),
                List.of(k.wake, bytes(SWEEP_MILLIS), bytes(id), bytes(time), bytes(relative ? "+" : "="), answerKept)));
        RescheduleResult.Outcome outcome = RESCHEDULED[(int) Replies.number(values.get(0))];
        Instant dueAt = Instant.ofEpochMilli(Replies.number(values.get(1)));
        return new RescheduleResult(outcome, outcome == RescheduleResult.Outcome.NOT_FOUND ? null : dueAt);
    }

    @Override
    public boolean interrupt(String group, String id, @Nullable Instant reservedAt) {
        Keys k = keys(group);
        Object found = Replies.list(calls.value(Script.FIND, k.of(Script.FIND), List.of(bytes(id))))
                .get(0);
        String number = found == null ? null : FoundTask.deliveryNumber(found);
        if (number == null
                || reservedAt != null && !reservedAt.equals(Instant.ofEpochMilli(FoundTask.reservedAt(number)))) {
            return false;
        }
        // A call that is sent again must not read the number of a later attempt.
        return Replies.isOne(
                calls.value(Script.INTERRUPT, k.of(Script.INTERRUPT), List.of(k.wake, bytes(id), bytes(number))));
    }

    @Override
    public boolean isInterruptRequested(String group, Delivery delivery) {
        Object found = Replies.list(
                        calls.value(Script.FIND, keys(group).of(Script.FIND), List.of(bytes(delivery.id()))))
                .get(0);
        return found != null && FoundTask.isInterruptRequested(found, delivery.number());
    }

    @Override
    public boolean edit(String group, String id, TaskEdit edit) {
        Keys k = keys(group);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Object found = Replies.list(calls.value(Script.FIND, k.of(Script.FIND), List.of(bytes(id))))
                    .get(0);
            TaskInfo task = FoundTask.read(group, "", found, false);
            byte[] before =
                    task == null ? null : Replies.bytes(Replies.list(found).get(1));
            TaskEdit.Edited edited = before == null ? null : edit.apply(before, task);
            if (edited == null) {
                return false;
            }
            long answer = Replies.number(calls.value(
                    Script.EDIT,
                    k.of(Script.EDIT, calls.nonce()),
                    List.of(
                            k.wake,
                            bytes(SWEEP_MILLIS),
                            answerKept,
                            bytes(id),
                            before,
                            bytes(FoundTask.number(task.state())),
                            bytes(TaskEdit.hasBegun(task) ? 1 : 0),
                            edited.json(),
                            edited.time() == null ? bytes("") : bytes(edited.time()))));
            if (answer != CHANGED) {
                return answer == 1;
            }
        }
        throw new TaskStoreException("The task " + id + " in " + group + " changes all the time", null);
    }

    @Override
    public long time(String group) {
        return Replies.number(calls.value(Script.TIME, keys(group).of(Script.TIME), List.of()));
    }

    private static List<byte[]> arguments(List<String> ids, byte[]... before) {
        List<byte[]> arguments = new ArrayList<>(List.of(before));
        ids.forEach(id -> arguments.add(bytes(id)));
        return arguments;
    }

    private Keys keys(String group) {
        return calls.keys(group);
    }
}
