package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static io.delayqueue.redis.RedisTaskStore.SWEEP_MILLIS;

import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.Handover;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The steps that bring tasks from their time to an instance: push, reserve, both at once, and back. */
final class RedisMoves {

    /** How long a pusher that vanished keeps others from pushing, beyond the wait it had planned. */
    private static final long CLAIM_MILLIS = 1_000;

    private static final int VALUES_OF_A_TASK = 5;

    private final RedisCalls calls;

    /**
     * Who takes what.
     *
     * @param limit how many tasks at most
     */
    record Taking(String topic, String instance, Duration lease, int limit) {}

    RedisMoves(RedisCalls calls) {
        this.calls = calls;
    }

    PushResult push(Keys k, String instance, Collection<String> sweep, ExpectedTime expected) {
        List<byte[]> arguments = pushing(instance, expected);
        sweep.forEach(topic -> arguments.add(bytes(topic)));
        return pushed(Replies.list(calls.value(Script.PUSH, k.of(Script.PUSH), arguments)));
    }

    void resign(Keys k, String instance) {
        calls.value(
                Script.RESIGN,
                k.of(Script.RESIGN),
                List.of(k.wake, bytes(instance), bytes(WakeUpSubscription.RESIGNED)));
    }

    Reservation reserve(Keys k, Taking taking) {
        RedisCalls.Reply reply = calls.script(
                Script.RESERVE,
                k.of(Script.RESERVE, taking.topic()),
                List.of(
                        bytes(taking.topic()),
                        bytes(taking.instance()),
                        bytes(taking.lease().toMillis()),
                        bytes(taking.limit())));
        return reserved(taking, Replies.list(reply.value()), reply.repeated());
    }

    Handover deliver(Keys k, Taking taking, Collection<String> sweep, ExpectedTime expected) {
        List<byte[]> arguments = pushing(taking.instance(), expected);
        arguments.add(bytes(taking.topic()));
        arguments.add(bytes(taking.lease().toMillis()));
        arguments.add(bytes(taking.limit()));
        sweep.forEach(topic -> arguments.add(bytes(topic)));
        RedisCalls.Reply reply = calls.script(Script.DELIVER, k.of(Script.DELIVER, taking.topic()), arguments);
        List<Object> values = Replies.list(reply.value());
        PushResult push = pushed(Replies.list(values.get(0)));
        if (values.size() > 1) {
            return new Handover(push, reserved(taking, Replies.list(values.get(1)), reply.repeated()));
        }
        // An earlier sending whose reply was lost may have taken tasks all the same.
        return new Handover(push, reply.repeated() ? new Reservation(List.of(), 0, 0, true) : null);
    }

    int reclaim(Keys k, String topic, String instance, Collection<Delivery> known) {
        int reclaimed = 0;
        byte[] score = bytes("");
        byte[] member = bytes("");
        do {
            List<byte[]> arguments = new ArrayList<>(5 + known.size());
            arguments.add(bytes(topic));
            arguments.add(bytes(instance));
            arguments.add(score);
            arguments.add(member);
            arguments.add(bytes(TaskStore.MAX_BATCH));
            known.forEach(delivery -> arguments.add(bytes(delivery.number())));
            List<Object> reply = Replies.list(calls.value(Script.RECLAIM, k.of(Script.RECLAIM), arguments));
            reclaimed += (int) Replies.number(reply.get(0));
            score = Replies.bytes(reply.get(1));
            member = Replies.bytes(reply.get(2));
        } while (score.length > 0);
        return reclaimed;
    }

    private static List<byte[]> pushing(String instance, ExpectedTime expected) {
        return new ArrayList<>(List.of(
                bytes(instance),
                bytes(TaskStore.MAX_BATCH),
                bytes(SWEEP_MILLIS),
                bytes(CLAIM_MILLIS),
                bytes(expected.millis()),
                bytes(expected.hold().toMillis())));
    }

    private static PushResult pushed(List<Object> reply) {
        String next = Replies.string(reply.get(4));
        return new PushResult(
                Replies.isOne(reply.get(0)),
                (int) Replies.number(reply.get(1)),
                counted(Replies.list(reply.get(2))),
                Replies.number(reply.get(3)),
                nullIfEmpty(next),
                foreign(Replies.list(reply.get(5))),
                Replies.number(reply.get(6)));
    }

    private static Map<String, String> foreign(List<Object> keysAndTopics) {
        Map<String, String> foreign = new HashMap<>();
        for (int i = 0; i < keysAndTopics.size(); i += 2) {
            foreign.put(Replies.string(keysAndTopics.get(i)), Replies.string(keysAndTopics.get(i + 1)));
        }
        return foreign;
    }

    private static Map<String, Integer> counted(List<Object> names) {
        Map<String, Integer> counts = new HashMap<>();
        names.forEach(name -> counts.merge(Replies.string(name), 1, Integer::sum));
        return counts;
    }

    private static @Nullable String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    private static Reservation reserved(Taking taking, List<Object> reply, boolean repeated) {
        List<ReservedTask> tasks = new ArrayList<>(reply.size() / VALUES_OF_A_TASK);
        for (int i = 2; i < reply.size(); i += VALUES_OF_A_TASK) {
            Delivery delivery = new Delivery(
                    taking.topic(), Replies.string(reply.get(i)), Replies.number(reply.get(i + 1)), taking.instance());
            tasks.add(new ReservedTask(
                    delivery,
                    (int) Replies.number(reply.get(i + 2)),
                    (long) Double.parseDouble(Replies.string(reply.get(i + 3))),
                    Replies.bytes(reply.get(i + 4))));
        }
        return new Reservation(tasks, Replies.number(reply.get(0)), Replies.number(reply.get(1)), repeated);
    }
}
