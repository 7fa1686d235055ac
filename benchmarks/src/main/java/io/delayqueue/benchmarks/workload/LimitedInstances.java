package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.TopicLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Three instances that share the backlog of one topic, whose limits hold over all of them. */
final class LimitedInstances implements AutoCloseable {

    static final String TOPIC = "limited";

    private static final int INSTANCES = 3;

    /** Time for which tasks are left at the end of a measurement on a machine that is not busy. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final MeasuredServer server;

    private final List<OpenQueue> queues = new ArrayList<>();

    LimitedInstances(Contender contender, MeasuredServer server, TopicLimits limits) {
        this.server = server;
        for (int i = 0; i < INSTANCES; i++) {
            queues.add(contender.open(
                    server.address(), TopicOptions.builder().limits(limits).build(), item -> null));
        }
    }

    /**
     * Begins to consume, adds tasks that are due, and waits for the JVM to warm up. The tasks last for a while longer than the measurement.
     *
     * @param perSecond the maximum number of tasks that begin in a second
     * @param arrivals receives the tasks of all instances
     * @param warmUp the time before the measurement
     * @param watched the time of the measurement
     */
    void begin(int perSecond, Arrivals arrivals, Duration warmUp, Duration watched) throws Exception {
        queues.forEach(queue -> queue.consume(List.of(TOPIC), arrivals));
        long millis = warmUp.plus(watched).plus(SLACK).toMillis();
        int tasks = (int) (perSecond * millis / 1_000);
        long dueAt = System.currentTimeMillis();
        Adding.all(queues.get(0), tasks, () -> Items.due(TOPIC, dueAt));
        Thread.sleep(warmUp.toMillis());
    }

    /**
     * Checks that tasks have waited all the time.
     *
     * @throws IllegalStateException if the backlog is empty
     */
    void requireBacklog() {
        if (queues.get(0).remaining(TOPIC) == 0) {
            throw new IllegalStateException("the backlog was empty before the end");
        }
    }

    @Override
    public void close() {
        queues.forEach(OpenQueue::close);
        server.clear();
    }
}
