package io.delayqueue.benchmarks.contender.limit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.benchmarks.contender.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reserves from each topic in one round trip, and runs the tasks. For one thread and its connection. */
final class Reserver {

    /** Number of values before the tasks: the number of remaining tasks and the time. */
    private static final int HEAD = 3;

    private static final int VALUES_OF_A_TASK = 5;

    private static final byte[] NO_KEY = {};

    private final Wire wire;

    private final List<String> topics;

    private final byte[] instance;

    private final List<byte[]> commands;

    private final Arrivals arrivals;

    private final Consumer<List<byte[]>> finished;

    Reserver(Wire wire, List<String> topics, String instance, Arrivals arrivals, Consumer<List<byte[]>> finished) {
        this.wire = wire;
        this.topics = topics;
        this.instance = instance.getBytes(UTF_8);
        this.commands =
                topics.stream().map(topic -> Commands.reserve(topic, instance)).toList();
        this.arrivals = arrivals;
        this.finished = finished;
    }

    /** Writes the commands; the next flush sends them. */
    void ask() {
        commands.forEach(wire::write);
    }

    /** Reads the replies to {@link #ask}. */
    Reserved read() {
        List<String> payloads = new ArrayList<>();
        List<List<byte[]>> finished = new ArrayList<>();
        long left = 0;
        for (String topic : topics) {
            List<?> reply = wire.readArray();
            left += (Long) reply.get(0);
            if (reply.size() > HEAD) {
                finished.add(read(topic, reply, payloads));
            }
        }
        return new Reserved(payloads, finished, left > 0);
    }

    private List<byte[]> read(String topic, List<?> reply, List<String> payloads) {
        byte[] name = topic.getBytes(UTF_8);
        List<byte[]> deliveries = new ArrayList<>();
        for (int task = HEAD; task < reply.size(); task += VALUES_OF_A_TASK) {
            deliveries.addAll(List.of(name, (byte[]) reply.get(task), (byte[]) reply.get(task + 1), instance, NO_KEY));
            payloads.add(Commands.payload((byte[]) reply.get(task + 4), topic));
        }
        return deliveries;
    }

    /** Runs the tasks and acknowledges them. */
    void run(Reserved reserved) {
        reserved.payloads().forEach(arrivals::arrived);
        reserved.deliveries().forEach(finished);
    }

    /**
     * Result of one round trip.
     *
     * @param payloads the payloads of the tasks
     * @param deliveries the deliveries of each topic
     * @param more whether ready tasks are left
     */
    record Reserved(List<String> payloads, List<List<byte[]>> deliveries, boolean more) {}
}
