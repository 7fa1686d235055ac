package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.Handover;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tasks on Redis: each method is one script, which is called again for what large tasks have it leave. */
final class RedisTaskStore implements TaskStore {

    /** The longest a pusher waits before it looks by itself, so what a lost message costs. */
    static final long SWEEP_MILLIS = 1_000;

    /** How much longer than the call may be repeated its answer is kept. */
    private static final Duration KEPT_BEYOND = Duration.ofSeconds(10);

    /** What became of a task, by the numbers from 1 on by which the script of an add knows it. */
    static final List<AddStatus.Kind> ADDED = List.of(
            AddStatus.Kind.ADDED,
            AddStatus.Kind.REPEATED,
            AddStatus.Kind.EXISTED,
            AddStatus.Kind.OTHER_TOPIC,
            AddStatus.Kind.REPLACED);

    /** Priorities by the numbers by which scripts know them. */
    private static final List<Priority> LEVELS = List.of(Priority.NORMAL, Priority.HIGH, Priority.LOW);

    private static final RescheduleResult.Outcome[] RESCHEDULED = {
        RescheduleResult.Outcome.NOT_FOUND,
        RescheduleResult.Outcome.RESCHEDULED,
        RescheduleResult.Outcome.RUNNING,
        RescheduleResult.Outcome.DEAD
    };

    private final RedisCalls calls;

    private final RedisMoves moves;

    private final RedisSettlements settlements;

    private final ScriptCalls adds;

    RedisTaskStore(RedisCalls calls) {
        this(calls, Durability.MASTER_ONLY);
    }

    RedisTaskStore(RedisCalls calls, Durability durability) {
        this.calls = calls;
        this.moves = new RedisMoves(calls);
        this.settlements = new RedisSettlements(calls);
        this.adds = durability.minReplicas() > 0 ? new DurableCalls(calls, durability) : ScriptCalls.unconfirmed(calls);
    }

    @Override
    public List<AddStatus> add(String group, List<NewTask> tasks) {
        List<AddStatus> all = new ArrayList<>(tasks.size());
        Set<String> seen = new HashSet<>();
        boolean[] own = new boolean[1];
        Parts.each(tasks, left -> {
            RedisCalls.Reply reply = add(keys(group), left);
            // What a repeated call, or one for the rest of it, finds under an id for the first time is its own work, by
            // the sending whose reply was lost.
            own[0] |= reply.repeated() && left.stream().noneMatch(RedisTaskStore::replaces);
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

    /** Adds tasks, or where those that are there are large the first of them. */
    private RedisCalls.Reply add(Keys k, List<NewTask> tasks) {
        List<byte[]> arguments = new ArrayList<>(3 + 5 * tasks.size());
        arguments.add(k.wake);
        arguments.add(bytes(SWEEP_MILLIS));
        arguments.add(answerKept());
        for (NewTask task : tasks) {
            arguments.add(bytes(task.topic()));
            arguments.add(bytes(task.id()));
            arguments.add(bytes(task.time()));
            arguments.add(how(task));
            arguments.add(Arrays.copyOfRange(task.detail(), 1, task.detail().length));
        }
        return adds.script(Script.ADD, keysOfAdd(k, tasks), arguments, k.get(Key.MARK));
    }

    /** As few as it takes: while a cluster moves their slot, a call whose keys are not all in one place has to wait. */
    static List<byte[]> keysOfAdd(Keys k, List<NewTask> tasks) {
        if (tasks.stream().anyMatch(RedisTaskStore::replaces)) {
            return k.of(Script.ADD, Keys.nonce());
        }
        return k.upTo(tasks.stream().allMatch(NewTask::relative) ? Key.COUNTS : Key.NEVER, Script.ADD);
    }

    private static boolean replaces(NewTask task) {
        return task.mode().ifExists() == IfExists.REPLACE;
    }

    private static byte[] how(NewTask task) {
        int level = LEVELS.indexOf(task.mode().priority());
        return bytes((task.relative() ? "+" : "=") + level + (replaces(task) ? "R" : "K"));
    }

    @Override
    public PushResult push(String group, String instance, Collection<String> sweep, ExpectedTime expected) {
        return moves.push(keys(group), instance, sweep, expected);
    }

    @Override
    public void resign(String group, String instance) {
        moves.resign(keys(group), instance);
    }

    @Override
    public Reservation reserve(TopicName topic, String instance, Duration lease, int limit) {
        return moves.reserve(keys(topic.group()), new RedisMoves.Taking(topic.topic(), instance, lease, limit));
    }

    @Override
    public Handover deliver(
            TopicName topic,
            String instance,
            Collection<String> sweep,
            ExpectedTime expected,
            Duration lease,
            int limit) {
        RedisMoves.Taking taking = new RedisMoves.Taking(topic.topic(), instance, lease, limit);
        return moves.deliver(keys(topic.group()), taking, sweep, expected);
    }

    @Override
    public int reclaim(TopicName topic, String instance, Collection<Delivery> known) {
        return moves.reclaim(keys(topic.group()), topic.topic(), instance, known);
    }

    @Override
    public List<Delivery> acknowledge(String group, List<? extends Outcome> outcomes) {
        return settlements.acknowledge(keys(group), outcomes);
    }

    @Override
    public List<Delivery> renew(String group, List<Delivery> deliveries, Duration lease) {
        return settlements.renew(keys(group), deliveries, lease);
    }

    @Override
    public List<@Nullable TaskInfo> find(String group, List<String> ids) {
        Keys k = keys(group);
        return infos(group, ids, left -> calls.value(Script.FIND, k.of(Script.FIND), arguments(left)));
    }

    @Override
    public List<@Nullable TaskInfo> cancel(String group, List<String> ids) {
        Keys k = keys(group);
        return infos(
                group,
                ids,
                left -> calls.value(
                        Script.CANCEL, k.of(Script.CANCEL, Keys.nonce()), arguments(left, k.wake, answerKept())));
    }

    private static List<@Nullable TaskInfo> infos(String group, List<String> ids, Function<List<String>, Object> call) {
        List<@Nullable TaskInfo> infos = new ArrayList<>(ids.size());
        Parts.each(ids, left -> {
            List<Object> reply = Replies.list(call.apply(left));
            reply.forEach(task -> infos.add(FoundTask.read(group, task)));
            return reply.size();
        });
        return infos;
    }

    @Override
    public RescheduleResult reschedule(String group, String id, long time, boolean relative) {
        Keys k = keys(group);
        List<Object> values = Replies.list(calls.value(
                Script.RESCHEDULE,
                k.of(Script.RESCHEDULE, Keys.nonce()),
                List.of(
                        k.wake,
                        bytes(SWEEP_MILLIS),
                        bytes(id),
                        bytes(time),
                        bytes(relative ? "+" : "="),
                        answerKept())));
        RescheduleResult.Outcome outcome = RESCHEDULED[(int) Replies.number(values.get(0))];
        Instant dueAt = Instant.ofEpochMilli(Replies.number(values.get(1)));
        return new RescheduleResult(outcome, outcome == RescheduleResult.Outcome.NOT_FOUND ? null : dueAt);
    }

    @Override
    public List<String> requeue(String group, List<String> ids) {
        Keys k = keys(group);
        List<String> requeued = new ArrayList<>();
        Parts.each(ids, left -> {
            List<Object> reply = Replies.list(
                    calls.value(Script.REQUEUE, k.of(Script.REQUEUE, Keys.nonce()), arguments(left, answerKept())));
            return Parts.named(reply, left, requeued::add);
        });
        return requeued;
    }

    @Override
    public long time(String group) {
        return Replies.number(calls.value(Script.TIME, keys(group).of(Script.TIME), List.of()));
    }

    /** For how many milliseconds the answer to a call is kept. */
    private byte[] answerKept() {
        return bytes(calls.timeout().plus(KEPT_BEYOND).toMillis());
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
