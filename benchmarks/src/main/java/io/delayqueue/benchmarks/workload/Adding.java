package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Adds the tasks of a trial without measuring the time. */
final class Adding {

    /** More than cores, for contenders that wait for a reply to each task. */
    private static final int THREADS = 4;

    private static final int BATCH = 200;

    /** Maximum number of tasks in this JVM's memory. */
    private static final int PORTION = 20_000;

    private static final Duration MAX_DURATION = Duration.ofMinutes(10);

    private Adding() {}

    /** Adds a number of tasks, which are created in chunks because all might not fit into memory. */
    static void all(OpenQueue queue, int number, Supplier<Item> items) throws Exception {
        for (int left = number; left > 0; left -= PORTION) {
            List<Item> portion = new ArrayList<>();
            while (portion.size() < Math.min(left, PORTION)) {
                portion.add(items.get());
            }
            all(queue, portion);
        }
    }

    /** Adds tasks in their order, except those that several threads add at the same time. */
    static void all(OpenQueue queue, List<Item> items) throws Exception {
        Queue<Runnable> actions = new ConcurrentLinkedQueue<>();
        for (int from = 0; from < items.size(); from += BATCH) {
            List<Item> batch = items.subList(from, Math.min(items.size(), from + BATCH));
            actions.add(queue.adding(batch));
        }
        Runnable next = () -> actions.remove().run();
        Clients.rate(Clients.deal(Collections.nCopies(actions.size(), next), THREADS), MAX_DURATION);
    }
}
