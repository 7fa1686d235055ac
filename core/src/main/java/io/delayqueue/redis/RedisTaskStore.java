package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Release;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.Retry;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Tasks on Redis: each method is one script. */
final class RedisTaskStore implements TaskStore {

    /** The longest a pusher waits before it looks by itself, so what a lost message costs. */
    private static final long SWEEP_MILLIS = 1_000;

    /** How long a pusher that vanished keeps others from pushing, beyond the wait it had planned. */
    private static final long CLAIM_MILLIS = 1_000;

    private static final AddStatus.Kind[] KINDS = AddStatus.Kind.values();

    private final RedisCalls calls;

    private final DurableCalls durable;

    private final Map<String, Keys> keys = new ConcurrentHashMap<>();

    RedisTaskStore(RedisCalls calls) {
        this(calls, Durability.MASTER_ONLY);
    }

    RedisTaskStore(RedisCalls calls, Durability durability) {
        this.calls = calls;
        this.durable = new DurableCalls(calls, durability);
    }

    @Override
    public List<AddStatus> add(String group, List<NewTask> tasks) {
        if (tasks.isEmpty()) {
            return List.of();
        }
        Keys k = keys(group);
        List<byte[]> arguments = new ArrayList<>(2 + 5 * tasks.size());
        arguments.add(k.wake);
        arguments.add(bytes(SWEEP_MILLIS));
        for (NewTask task : tasks) {
            arguments.add(bytes(task.topic()));
            arguments.add(bytes(task.id()));
            arguments.add(bytes(task.time()));
            arguments.add(bytes(task.relative() ? "+" : "="));
            arguments.add(task.detail());
        }
        List<Object> reply = Replies.list(durable.script(Script.ADD, List.of(k.detail, k.waiting), arguments, k.mark));
        List<AddStatus> result = new ArrayList<>(tasks.size());
        for (int i = 0; i < reply.size(); i += 2) {
            AddStatus.Kind kind = KINDS[(int) Replies.number(reply.get(i)) - 1];
            result.add(new AddStatus(kind, Replies.number(reply.get(i + 1))));
        }
        return result;
    }

    @Override
    public PushResult push(String group, String instance, Collection<String> sweep) {
        Keys k = keys(group);
        List<byte[]> arguments = new ArrayList<>(5 + sweep.size());
        arguments.add(k.prefix);
        arguments.add(bytes(instance));
        arguments.add(bytes(MAX_BATCH));
        arguments.add(bytes(SWEEP_MILLIS));
        arguments.add(bytes(CLAIM_MILLIS));
        sweep.forEach(topic -> arguments.add(bytes(topic)));
        List<Object> reply = Replies.list(run(Script.PUSH, List.of(k.waiting, k.reserved, k.pusher), arguments));
        return new PushResult(
                Replies.isOne(reply.get(0)),
                (int) Replies.number(reply.get(1)),
                (int) Replies.number(reply.get(2)),
                Replies.number(reply.get(3)));
    }

    @Override
    public void resign(String group, String instance) {
        Keys k = keys(group);
        run(Script.RESIGN, List.of(k.pusher), List.of(k.wake, bytes(instance), bytes(WakeUpSubscription.RESIGNED)));
    }

    @Override
    public Reservation reserve(TopicName topic, String instance, Duration lease, int limit) {
        Keys k = keys(topic.group());
        RedisCalls.Reply reply = calls.script(
                Script.RESERVE,
                List.of(
                        k.consuming(topic.topic()),
                        k.signal(topic.topic()),
                        k.reserved,
                        k.detail,
                        k.deliveries,
                        k.sequence),
                List.of(bytes(topic.topic()), bytes(instance), bytes(lease.toMillis()), bytes(limit)));
        List<Object> values = Replies.list(reply.value());
        List<ReservedTask> tasks = new ArrayList<>(values.size() / 4);
        for (int i = 1; i < values.size(); i += 4) {
            Delivery delivery =
                    new Delivery(topic.topic(), Replies.string(values.get(i)), Replies.number(values.get(i + 1)));
            tasks.add(new ReservedTask(
                    delivery, (int) Replies.number(values.get(i + 2)), Replies.bytes(values.get(i + 3))));
        }
        return new Reservation(tasks, Replies.number(values.get(0)), reply.repeated());
    }

    @Override
    public int reclaim(TopicName topic, String instance, Collection<Delivery> known) {
        Keys k = keys(topic.group());
        int reclaimed = 0;
        long position = 0;
        while (position >= 0) {
            List<byte[]> arguments = new ArrayList<>(5 + known.size());
            arguments.add(k.prefix);
            arguments.add(bytes(topic.topic()));
            arguments.add(bytes(instance));
            arguments.add(bytes(position));
            arguments.add(bytes(MAX_BATCH));
            known.forEach(delivery -> arguments.add(bytes(delivery.number())));
            List<Object> reply = Replies.list(run(Script.RECLAIM, List.of(k.reserved, k.deliveries), arguments));
            reclaimed += (int) Replies.number(reply.get(0));
            position = Replies.number(reply.get(1));
        }
        return reclaimed;
    }

    @Override
    public List<Delivery> finish(String group, List<Delivery> deliveries) {
        Keys k = keys(group);
        return settle(
                Script.FINISH,
                List.of(k.reserved, k.deliveries, k.detail, k.errors),
                List.of(),
                deliveries,
                Function.identity(),
                (delivery, arguments) -> {});
    }

    @Override
    public List<Delivery> retry(String group, List<Retry> retries) {
        Keys k = keys(group);
        return settle(
                Script.RETRY,
                List.of(k.reserved, k.deliveries, k.waiting, k.errors),
                List.of(k.wake, bytes(SWEEP_MILLIS)),
                retries,
                Retry::delivery,
                (retry, arguments) -> {
                    arguments.add(bytes(retry.delayMillis()));
                    arguments.add(bytes(retry.error()));
                });
    }

    @Override
    public List<Delivery> bury(String group, List<Burial> burials) {
        Keys k = keys(group);
        return settle(
                Script.BURY,
                List.of(k.reserved, k.deliveries, k.dead, k.errors),
                List.of(),
                burials,
                Burial::delivery,
                (burial, arguments) -> arguments.add(bytes(burial.error())));
    }

    @Override
    public List<Delivery> release(String group, List<Release> releases) {
        Keys k = keys(group);
        return settle(
                Script.RELEASE,
                List.of(k.reserved, k.deliveries),
                List.of(k.prefix),
                releases,
                Release::delivery,
                (release, arguments) -> arguments.add(bytes(release.started() ? 1 : 0)));
    }

    @Override
    public List<Delivery> renew(String group, List<Delivery> deliveries, Duration lease) {
        Keys k = keys(group);
        return settle(
                Script.RENEW,
                List.of(k.reserved, k.deliveries),
                List.of(bytes(lease.toMillis())),
                deliveries,
                Function.identity(),
                (delivery, arguments) -> {});
    }

    @Override
    public @Nullable TaskInfo find(String group, String id) {
        Keys k = keys(group);
        Object reply = run(
                Script.FIND,
                List.of(k.detail, k.waiting, k.reserved, k.dead, k.deliveries, k.errors),
                List.of(bytes(id)));
        try {
            return reply == null ? null : FoundTask.read(group, id, Replies.list(reply));
        } catch (JacksonException | DelayQueueException e) {
            throw new TaskStoreException("The task " + id + " in " + group + " cannot be read: " + e.getMessage(), e);
        }
    }

    private <T> List<Delivery> settle(
            Script script,
            List<byte[]> keys,
            List<byte[]> before,
            List<T> entries,
            Function<T, Delivery> delivery,
            BiConsumer<T, List<byte[]>> more) {
        if (entries.isEmpty()) {
            return List.of();
        }
        List<byte[]> arguments = new ArrayList<>(before.size() + 5 * entries.size());
        arguments.addAll(before);
        for (T entry : entries) {
            Delivery named = delivery.apply(entry);
            arguments.add(bytes(named.topic()));
            arguments.add(bytes(named.id()));
            arguments.add(bytes(named.number()));
            more.accept(entry, arguments);
        }
        RedisCalls.Reply reply = calls.script(script, keys, arguments);
        if (reply.repeated()) {
            // What looks stale was settled by the sending whose reply was lost, for all that is known.
            return List.of();
        }
        return Replies.list(reply.value()).stream()
                .map(index -> delivery.apply(entries.get((int) Replies.number(index) - 1)))
                .toList();
    }

    private Object run(Script script, List<byte[]> scriptKeys, List<byte[]> arguments) {
        return calls.script(script, scriptKeys, arguments).value();
    }

    private Keys keys(String group) {
        return keys.computeIfAbsent(group, Keys::new);
    }
}
