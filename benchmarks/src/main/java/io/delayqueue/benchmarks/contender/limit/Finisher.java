package io.delayqueue.benchmarks.contender.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** Acknowledges what has run, as much at once as there is and may be. */
final class Finisher extends Worker {

    private final BlockingQueue<Batch> queue = new LinkedBlockingQueue<>();

    Finisher(Wire wire, Consumer<Throwable> failed) {
        super("finisher", wire, failed);
    }

    void finish(Batch batch) {
        queue.add(batch);
    }

    @Override
    void work() throws InterruptedException {
        try {
            while (true) {
                send(queue.take());
            }
        } catch (InterruptedException e) {
            for (Batch rest = queue.poll(); rest != null; rest = queue.poll()) {
                send(rest);
            }
            throw e;
        }
    }

    private void send(Batch first) {
        List<Batch> batches = new ArrayList<>(List.of(first));
        int size = first.size();
        for (Batch next = queue.peek(); next != null && size + next.size() <= Commands.MOST; next = queue.peek()) {
            batches.add(queue.remove());
            size += next.size();
        }
        wire().write(Commands.headOfFinish(size));
        batches.forEach(batch -> wire().write(batch.arguments()));
        wire().flush();
        int stale = wire().readArray();
        if (stale > 0) {
            throw new IllegalStateException(stale + " of " + size + " tasks were not finished: others had them");
        }
    }
}
