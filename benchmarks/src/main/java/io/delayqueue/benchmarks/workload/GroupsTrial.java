package io.delayqueue.benchmarks.workload;

import static io.delayqueue.benchmarks.measure.Better.LOWER;

import com.sun.management.OperatingSystemMXBean;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.measure.Metric;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.redis.RedisBackend;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Starts an engine of many groups of one topic each, is idle for a while, runs tasks of random groups, and stops. */
final class GroupsTrial implements OwnTrial {

    private static final String TOPIC = "topic";

    private static final int RATE = 100;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name;

    private final int number;

    /** Between the start and the measurement: the cost of a start must not count as idle. */
    private final Duration rest;

    private final Duration watched;

    private final Duration loaded;

    private final Metric start;

    private final Metric threads;

    private final Metric connections;

    private final Metric jvm;

    private final Metric redis;

    private final Metric stop;

    private final Lateness lateness;

    GroupsTrial(int number, Scale scale) {
        this.name = String.format(Locale.ROOT, "groups, %,d", number);
        this.number = number;
        this.rest = scale.of(Duration.ofSeconds(8), Duration.ofMillis(200)).plusMillis(4L * number);
        this.watched = scale.of(Duration.ofSeconds(10), Duration.ofMillis(500));
        this.loaded = scale.of(Duration.ofSeconds(20), Duration.ofMillis(500));
        this.start = metric("start", "s");
        this.threads = metric("threads", "threads");
        this.connections = metric("connections", "connections");
        this.jvm = metric("idle JVM", "% of a core");
        this.redis = metric("idle Redis", "% of a core");
        this.stop = metric("stop", "s");
        this.lateness = new Lateness(name, Target.NONE, Target.NONE);
    }

    private Metric metric(String metric, String unit) {
        return new Metric(name, metric, unit, LOWER, Target.NONE);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Metric> metrics() {
        return Stream.concat(Stream.of(start, threads, connections, jvm, redis, stop), lateness.metrics().stream())
                .toList();
    }

    private static String group(int index) {
        return "group-" + index;
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static double jvmMicros() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e3;
    }

    @Override
    public void round(Contender contender, TrialContext context) throws Exception {
        MeasuredServer server = context.server();
        int threadsBefore = threads();
        long connectionsBefore = server.connections();
        AtomicReference<Arrived> receiving = new AtomicReference<>(new Arrived());
        DelayQueueEngine engine =
                engine(server, (payload, task) -> receiving.get().arrived(payload));
        try {
            long began = System.nanoTime();
            engine.start();
            record(context, contender, start, secondsSince(began));
            Thread.sleep(rest.toMillis());
            record(context, contender, threads, threads() - threadsBefore);
            record(context, contender, connections, server.connections() - connectionsBefore);
            idle(contender, context);
            // The first tasks load classes.
            pass(engine, Duration.ofSeconds(1), receiving.get());
            Arrived arrived = Arrived.once(System.currentTimeMillis());
            receiving.set(arrived);
            pass(engine, loaded, arrived);
            arrived.requireNoneEarly(contender.name(), context.progress());
            lateness.record(arrived, contender, context.results());
            began = System.nanoTime();
            engine.stop();
            record(context, contender, stop, secondsSince(began));
        } finally {
            engine.close();
            server.clear();
        }
    }

    private DelayQueueEngine engine(MeasuredServer server, TaskCallback<String> callback) {
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(
                RedisBackend.connect(server.address().host(), server.address().port()));
        for (int i = 0; i < number; i++) {
            builder.callback(new TopicCallback(
                    new TopicName(group(i), TOPIC), String.class, callback, TopicOptions.DEFAULT, name));
        }
        return builder.build();
    }

    private void idle(Contender contender, TrialContext context) throws InterruptedException {
        double jvmBefore = jvmMicros();
        double redisBefore = context.server().cpuMicros();
        long began = System.nanoTime();
        Thread.sleep(watched.toMillis());
        double micros = secondsSince(began) * 1e6;
        record(context, contender, jvm, 100 * (jvmMicros() - jvmBefore) / micros);
        record(context, contender, redis, 100 * (context.server().cpuMicros() - redisBefore) / micros);
    }

    /** Adds tasks of random groups, due in 0.3 to 2 seconds, and waits until they have run. */
    private void pass(DelayQueueEngine engine, Duration length, Arrived arrived) throws InterruptedException {
        Random random = new Random(1);
        long before = arrived.number();
        long tasks = RATE * length.toMillis() / 1_000;
        long began = System.nanoTime();
        for (int i = 0; i < tasks; i++) {
            LockSupport.parkNanos(began + i * TimeUnit.SECONDS.toNanos(1) / RATE - System.nanoTime());
            Item item = Items.due(TOPIC, System.currentTimeMillis() + 300 + random.nextInt(1_700));
            engine.service()
                    .addTaskAsync(Task.of(group(random.nextInt(number)), TOPIC)
                            .id(item.id())
                            .at(Instant.ofEpochMilli(item.dueAt()))
                            .payload(item.payload())
                            .build());
        }
        if (!arrived.await(before + tasks, PATIENCE)) {
            throw new IllegalStateException("of " + tasks + " tasks " + (arrived.number() - before) + " arrived");
        }
    }

    private static double secondsSince(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void record(TrialContext context, Contender contender, Metric metric, double value) {
        context.results().record(metric, contender.name(), value);
    }
}
