package io.delayqueue.benchmarks.contender.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Acknowledges finished tasks in batches as large as available and allowed. */
final class Finisher extends Worker {

    private static final int MAX_VALUES = Commands.VALUES_OF_DELIVERY * Commands.MAX_BATCH;

    private final BlockingQueue<List<byte[]>> queue = new LinkedBlockingQueue<>();

    Finisher(Wire wire, Consumer<Throwable> failed) {
        super("finisher", wire, failed);
    }

    /** Adds finished deliveries: topic, id, number, instance and key of each. */
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
        List<byte[]> deliveries = new ArrayList<>(first);
        for (List<byte[]> next = queue.peek();
                next != null && deliveries.size() + next.size() <= MAX_VALUES;
                next = queue.peek()) {
            deliveries.addAll(queue.remove());
        }
        wire().write(Commands.finish(deliveries));
        wire().flush();
        int stale = wire().readArray().size() - 1;
        if (stale > 0) {
            throw new IllegalStateException(stale + " of " + deliveries.size() / Commands.VALUES_OF_DELIVERY
                    + " tasks were not finished: their deliveries were stale");
        }
    }
}
