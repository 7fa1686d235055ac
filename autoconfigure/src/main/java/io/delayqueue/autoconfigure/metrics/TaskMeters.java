package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.monitor.TaskOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Counts the events of an engine. An event costs a look-up and no lock once its topic is known. */
final class TaskMeters implements EngineObserver {

    static final String LATENESS = "delayqueue.lateness";

    static final String KEY_WAIT = "delayqueue.key.wait";

    private static final String TASKS = "delayqueue.tasks.";

    /** Maximum number of topics with a look-up, including those without their own meters. */
    private static final int MAX_KNOWN = 10_000;

    private final MeterRegistry registry;

    private final String queue;

    private final TopicLimit limit;

    private final ByTopic<TopicMeters> meters = new ByTopic<>(this::register);

    /** Only of topics in which a task with a key has begun. */
    private final ByTopic<Timer> keyWaits = new ByTopic<>(this::keyWait);

    /** Only of topics in which a batch has begun. */
    private final ByTopic<DistributionSummary> batchSizes = new ByTopic<>(this::batchSize);

    /** Meters by topic, which are registered at the first event. */
    private final class ByTopic<M> {

        private final Map<TopicName, M> known = new ConcurrentHashMap<>();

        private final Map<TopicLabels, M> all = new ConcurrentHashMap<>();

        private final Function<TopicLabels, M> register;

        ByTopic(Function<TopicLabels, M> register) {
            this.register = register;
        }

        M of(TopicName topic) {
            M found = known.get(topic);
            if (found == null) {
                found = all.computeIfAbsent(limit.topic(queue, topic.group(), topic.topic()), register);
                if (known.size() < MAX_KNOWN) {
                    known.put(topic, found);
                }
            }
            return found;
        }
    }

    private record TopicMeters(
            Timer lateness, Counter added, Counter removed, Counter leaseExpired, Map<TaskOutcome, Counter> ended) {}

    TaskMeters(MeterRegistry registry, String queue, TopicLimit limit) {
        this.registry = registry;
        this.queue = queue;
        this.limit = limit;
    }

    @Override
    public void added(TopicName topic, int tasks) {
        meters.of(topic).added().increment(tasks);
    }

    @Override
    public void removed(TopicName topic, long tasks) {
        meters.of(topic).removed().increment(tasks);
    }

    @Override
    public void started(TopicName topic, Duration lateness) {
        meters.of(topic).lateness().record(lateness);
    }

    @Override
    public void waitedForKey(TopicName topic, Duration wait) {
        keyWaits.of(topic).record(wait);
    }

    @Override
    public void batchStarted(TopicName topic, int tasks) {
        batchSizes.of(topic).record(tasks);
    }

    @Override
    public void ended(TopicName topic, TaskOutcome outcome) {
        Objects.requireNonNull(meters.of(topic).ended().get(outcome)).increment();
    }

    @Override
    public void leaseExpired(TopicName topic, int tasks) {
        meters.of(topic).leaseExpired().increment(tasks);
    }

    /** Registers the topic's counters at zero before the first event: a counter that appears as 1 shows no increase. */
    void expect(TopicName topic) {
        meters.of(topic);
    }

    private TopicMeters register(TopicLabels labels) {
        Map<TaskOutcome, Counter> ended = new EnumMap<>(TaskOutcome.class);
        for (TaskOutcome outcome : TaskOutcome.values()) {
            ended.put(outcome, counter(TASKS + outcome.name().toLowerCase(Locale.ROOT), labels, description(outcome)));
        }
        return new TopicMeters(
                Timer.builder(LATENESS)
                        .description("How long after it was due each attempt began")
                        .tags(labels.tags())
                        .register(registry),
                counter(TASKS + "added", labels, "Tasks added or replaced by this instance"),
                counter(TASKS + "removed", labels, "Tasks removed by this instance before they were finished"),
                counter("delayqueue.leases.expired", labels, "Leases of any instance that ended without an outcome"),
                ended);
    }

    private Timer keyWait(TopicLabels labels) {
        return Timer.builder(KEY_WAIT)
                .description("How long each task with a key was behind others of its key before its first attempt")
                .tags(labels.tags())
                .register(registry);
    }

    private DistributionSummary batchSize(TopicLabels labels) {
        return DistributionSummary.builder("delayqueue.batch.size")
                .description("Number of tasks of each batch")
                .minimumExpectedValue(1.0)
                .maximumExpectedValue((double) BatchOptions.MAX)
                .tags(labels.tags())
                .register(registry);
    }

    private static String description(TaskOutcome outcome) {
        return switch (outcome) {
            case FINISHED -> "Attempts that finished their task, or an occurrence of a repeating one";
            case RETRIED -> "Attempts that failed and will be followed by another";
            case POSTPONED -> "Attempts that postponed their task, and do not count";
            case MISSED -> "Occurrences of repeating tasks that failed for good";
            case DEAD -> "Tasks that became dead letters after an attempt";
            case EXPIRED -> "Tasks that were too late to begin and became dead letters";
            case DROPPED -> "Tasks that were too late to begin and were dropped";
            case RETURNED -> "Tasks given back before their callback began, or because the instance stopped";
        };
    }

    private Counter counter(String name, TopicLabels labels, String description) {
        return Counter.builder(name)
                .description(description)
                .tags(labels.tags())
                .register(registry);
    }
}
