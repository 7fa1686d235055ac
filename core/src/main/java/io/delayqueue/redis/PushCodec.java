package io.delayqueue.redis;

import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TaskStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the arguments and reads the replies of scripts that push and reserve. */
final class PushCodec {

    /** Time by which the claim of a crashed pusher outlasts its planned wait. */
    private static final long CLAIM_MILLIS = 1_000;

    private static final int VALUES_OF_A_TASK = 5;

    private PushCodec() {}

    /** Returns the first arguments of a push; others can be added. */
    static List<byte[]> arguments(String instance, ExpectedTime expected) {
        return Keys.arguments(
                instance,
                TaskStore.MAX_BATCH,
                RedisTaskStore.SWEEP_MILLIS,
                CLAIM_MILLIS,
                expected.millis(),
                expected.hold().toMillis());
    }

    static PushResult push(Reply reply) {
        String next = reply.string(4);
        Map<String, Integer> expired = new HashMap<>();
        reply.table(2).strings().forEach(topic -> expired.merge(topic, 1, Integer::sum));
        return new PushResult(
                reply.isOne(0),
                (int) reply.number(1),
                expired,
                reply.number(3),
                next.isEmpty() ? null : next,
                reply.table(5).pairs(),
                reply.number(6),
                Set.copyOf(reply.table(7).strings()));
    }

    /** Reads a reservation. */
    static Reservation reservation(TopicName topic, String instance, Reply reply) {
        int size = reply.values().size();
        List<ReservedTask> tasks = new ArrayList<>(size / VALUES_OF_A_TASK);
        for (int i = 2; i < size; i += VALUES_OF_A_TASK) {
            tasks.add(new ReservedTask(
                    new Delivery(topic.topic(), reply.string(i), reply.number(i + 1), instance),
                    (int) reply.number(i + 2),
                    (long) Double.parseDouble(reply.string(i + 3)),
                    reply.bytes(i + 4)));
        }
        return new Reservation(tasks, reply.number(0), reply.number(1), reply.repeated());
    }
}
