package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tasks of one topic that are due at one instant. */
final class Backlog {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration FIRST_LEAD = Duration.ofMillis(500);

    /** Pause between the last add and the due time. */
    private static final Duration REST = Duration.ofMillis(300);

    private final Map<String, Duration> leads = new HashMap<>();
    private final String topic;

    Backlog(String topic) {
        this.topic = topic;
    }

    /**
     * Adds the tasks before they are due; retries with more time if it was not enough. The server has no other data.
     *
     * @return the first task
     */
    Item load(OpenQueue queue, int number, Contender contender, MeasuredServer server) throws Exception {
        String key = contender.name() + number;
        while (true) {
            Duration lead = leads.getOrDefault(key, FIRST_LEAD.plusMillis(number / 25));
            long began = System.currentTimeMillis();
            long dueAt = began + lead.toMillis();
            Item first = Items.due(topic, dueAt);
            Adding.all(queue, List.of(first));
            Adding.all(queue, number - 1, () -> Items.due(topic, dueAt));
            long now = System.currentTimeMillis();
            if (now < dueAt - REST.toMillis()) {
                leads.put(key, FIRST_LEAD.plusMillis(2 * (now - began)));
                return first;
            }
            leads.put(key, lead.multipliedBy(2));
            server.clear();
        }
    }

    /** Waits until a time in milliseconds since the epoch. */
    static void awaitTime(long time) throws InterruptedException {
        while (System.currentTimeMillis() < time) {
            Thread.sleep(1);
        }
    }

    /**
     * Waits until all tasks have arrived and the server has none.
     *
     * @throws IllegalStateException if no more tasks arrive, or are acknowledged
     */
    static void awaitEmpty(OpenQueue queue, String topic, Arrived arrived, int number) throws InterruptedException {
        if (!arrived.await(number, PATIENCE)) {
            throw new IllegalStateException(
                    String.format(Locale.ROOT, "stopped after %,d of %,d tasks", arrived.number(), number));
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (queue.remaining(topic) > 0) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException(queue.remaining(topic) + " tasks were never acknowledged");
            }
            Thread.sleep(1);
        }
    }
}
