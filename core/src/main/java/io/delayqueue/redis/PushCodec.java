package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;

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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the arguments and reads the replies of scripts that push and reserve. */
final class PushCodec {

    /** Time by which the claim of a crashed pusher outlasts its planned wait. */
    private static final long CLAIM_MILLIS = 1_000;

    private static final int VALUES_OF_A_TASK = 5;

    private PushCodec() {}

    /** Returns the first arguments of a push; others can be added. */
    static List<byte[]> arguments(String instance, ExpectedTime expected) {
        return new ArrayList<>(List.of(
                bytes(instance),
                bytes(TaskStore.MAX_BATCH),
                bytes(RedisTaskStore.SWEEP_MILLIS),
                bytes(CLAIM_MILLIS),
                bytes(expected.millis()),
                bytes(expected.hold().toMillis())));
    }

    static PushResult push(List<Object> reply) {
        String next = Replies.string(reply.get(4));
        return new PushResult(
                Replies.isOne(reply.get(0)),
                (int) Replies.number(reply.get(1)),
                counted(Replies.list(reply.get(2))),
                Replies.number(reply.get(3)),
                nullIfEmpty(next),
                foreign(Replies.list(reply.get(5))),
                Replies.number(reply.get(6)),
                names(Replies.list(reply.get(7))));
    }

    private static Map<String, String> foreign(List<Object> keysAndTopics) {
        Map<String, String> foreign = new HashMap<>();
        for (int i = 0; i < keysAndTopics.size(); i += 2) {
            foreign.put(Replies.string(keysAndTopics.get(i)), Replies.string(keysAndTopics.get(i + 1)));
        }
        return foreign;
    }

    private static Set<String> names(List<Object> names) {
        return names.stream().map(Replies::string).collect(Collectors.toUnmodifiableSet());
    }

    private static Map<String, Integer> counted(List<Object> names) {
        Map<String, Integer> counts = new HashMap<>();
        names.forEach(name -> counts.merge(Replies.string(name), 1, Integer::sum));
        return counts;
    }

    private static @Nullable String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    /**
     * Reads a reservation.
     *
     * @param repeated whether the script was sent more than once
     */
    static Reservation reservation(TopicName topic, String instance, List<Object> reply, boolean repeated) {
        List<ReservedTask> tasks = new ArrayList<>(reply.size() / VALUES_OF_A_TASK);
        for (int i = 2; i < reply.size(); i += VALUES_OF_A_TASK) {
            Delivery delivery = new Delivery(
                    topic.topic(), Replies.string(reply.get(i)), Replies.number(reply.get(i + 1)), instance);
            tasks.add(new ReservedTask(
                    delivery,
                    (int) Replies.number(reply.get(i + 2)),
                    (long) Double.parseDouble(Replies.string(reply.get(i + 3))),
                    Replies.bytes(reply.get(i + 4))));
        }
        return new Reservation(tasks, Replies.number(reply.get(0)), Replies.number(reply.get(1)), repeated);
    }
}
