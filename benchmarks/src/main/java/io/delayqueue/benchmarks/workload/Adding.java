package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Adds tasks that a trial needs; how fast is not measured. */
final class Adding {

    private static final int THREADS = 2;

    private static final int BATCH = 200;

    private static final Duration MOST = Duration.ofMinutes(10);

    private Adding() {}

    static void all(OpenQueue queue, List<Item> items) throws Exception {
        List<List<Runnable>> actions = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            actions.add(new ArrayList<>());
        }
        for (int from = 0; from < items.size(); from += BATCH) {
            List<Item> batch = items.subList(from, Math.min(items.size(), from + BATCH));
            actions.get(from / BATCH % THREADS).add(queue.adding(batch));
        }
        Clients.rate(actions, MOST);
    }
}
