package io.delayqueue.benchmarks.contender.limit;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import redis.clients.jedis.CommandArguments;

/** Acknowledges finished tasks in batches as large as available and allowed. */
final class Finisher extends Worker {

    /** Number of values of a delivery in a finish. */
    private static final int VALUES = 4;

    private static final int MAX_VALUES = VALUES * Commands.MAX_BATCH;

    private final BlockingQueue<List<byte[]>> queue = new LinkedBlockingQueue<>();

    Finisher(Wire wire, Consumer<Throwable> failed) {
        super("finisher", wire, failed);
    }

    /** Adds finished deliveries: topic, id, number and instance of each. */
    void finish(List<byte[]> deliveries) {
        queue.add(deliveries);
    }

    @Override
    void work() throws InterruptedException {
        try {
            while (true) {
                send(queue.take());
            }
        } catch (InterruptedException e) {
            for (List<byte[]> rest = queue.poll(); rest != null; rest = queue.poll()) {
                send(rest);
            }
            throw e;
        }
    }

    private void send(List<byte[]> first) {
        CommandArguments command = Commands.finish().addObjects(first);
        int values = first.size();
        for (List<byte[]> next = queue.peek();
                next != null && values + next.size() <= MAX_VALUES;
                next = queue.peek()) {
            command.addObjects(queue.remove());
            values += next.size();
        }
        wire().write(command);
        wire().flush();
        int stale = wire().readArray().size() - 1;
        if (stale > 0) {
            throw new IllegalStateException(
                    stale + " of " + values / VALUES + " tasks were not finished: their deliveries were stale");
        }
    }
}
