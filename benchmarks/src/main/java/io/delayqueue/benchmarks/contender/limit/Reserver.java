package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.contender.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reserves from each topic in one trip, and runs what comes. For one thread and its connection. */
final class Reserver {

    private static final int VALUES_OF_A_TASK = 5;

    private final Wire wire;

    private final List<String> topics;

    private final String instance;

    private final List<byte[]> commands;

    private final Arrivals arrivals;

    private final Consumer<Batch> finished;

    Reserver(Wire wire, List<String> topics, String instance, Arrivals arrivals, Consumer<Batch> finished) {
        this.wire = wire;
        this.topics = topics;
        this.instance = instance;
        this.commands =
                topics.stream().map(topic -> Commands.reserve(topic, instance)).toList();
        this.arrivals = arrivals;
        this.finished = finished;
    }

    /** Writes the commands; they leave with the next flush. */
    void ask() {
        commands.forEach(wire::write);
    }

    /** Reads the replies to what was {@linkplain #ask asked}. */
    Reserved read() {
        List<String> payloads = new ArrayList<>();
        List<Batch> batches = new ArrayList<>();
        long left = 0;
        for (String topic : topics) {
            int tasks = (wire.readArray() - 2) / VALUES_OF_A_TASK;
            left += wire.readNumber();
            wire.skip();
            if (tasks > 0) {
                batches.add(read(topic, tasks, payloads));
            }
        }
        return new Reserved(payloads, batches, left > 0);
    }

    private Batch read(String topic, int tasks, List<String> payloads) {
        Frame deliveries = Frame.part(64 * tasks);
        for (int i = 0; i < tasks; i++) {
            byte[] id = bulk();
            byte[] number = bulk();
            wire.skip();
            wire.skip();
            deliveries.add(topic).add(id).add(number).add(instance);
            payloads.add(Commands.payload(bulk(), topic));
        }
        return new Batch(tasks, deliveries.bytes());
    }

    private byte[] bulk() {
        byte[] bytes = wire.readBulk();
        if (bytes == null) {
            throw new IllegalStateException("A reserved task lacks a value");
        }
        return bytes;
    }

    /** Runs the tasks and has them acknowledged. */
    void run(Reserved reserved) {
        reserved.payloads().forEach(arrivals::arrived);
        reserved.batches().forEach(finished);
    }

    /**
     * What one trip brought.
     *
     * @param payloads what the tasks carry
     * @param batches what to acknowledge
     * @param more whether ready tasks are left
     */
    record Reserved(List<String> payloads, List<Batch> batches, boolean more) {}
}
