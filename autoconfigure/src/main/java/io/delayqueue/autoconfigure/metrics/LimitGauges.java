package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.store.Rules;
import io.delayqueue.store.Rules.LeaseRule;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of the limits over all instances, and of the ready tasks that rules let wait, as of the last count of a group. The limits of a group
 * without limits, and the rules of batches, are read at each tenth count only.
 */
final class LimitGauges implements ForecastListener {

    private static final int RARELY = 10;

    private final DelayQueueEngine engine;

    private final TopicLimit topics;

    private final int max;

    private final TaggedGauge running;

    private final TaggedGauge waiting;

    private final TaggedGauge concurrency;

    private final TaggedGauge held;

    private final TaggedGauge blocked;

    /** Numbers of blocked tasks of each group, by their tags. */
    private final Map<String, Map<Tags, Long>> waits = new HashMap<>();

    private final Map<String, List<LimitInfo>> groups = new HashMap<>();

    /** By group the rules of the topics that wait for a number of ready tasks. */
    private final Map<String, Map<String, LeaseRule>> batches = new HashMap<>();

    /** Number of counts of each group. */
    private final Map<String, Integer> counts = new HashMap<>();

    /**
     * Creates the gauges.
     *
     * @param max maximum number of limits of a group that have gauges
     */
    LimitGauges(MeterRegistry registry, DelayQueueEngine engine, TopicLimit topics, int max) {
        this.engine = engine;
        this.topics = topics;
        this.max = max;
        this.running =
                new TaggedGauge(registry, "delayqueue.limit.running", null, "Leased tasks of the topics of a limit");
        this.waiting =
                new TaggedGauge(registry, "delayqueue.limit.waiting", null, "Ready tasks of the topics of a limit");
        this.concurrency = new TaggedGauge(
                registry,
                "delayqueue.limit.concurrency",
                null,
                "How many tasks of the topics of a limit may run at once");
        this.held = new TaggedGauge(registry, "delayqueue.limit.held", null, "Whether a limit is held");
        this.blocked = new TaggedGauge(
                registry,
                "delayqueue.tasks.blocked",
                null,
                "Ready tasks that a pause, a hold, a limit, their key or a batch lets wait");
    }

    @Override
    public synchronized void forecast(String group, List<TopicForecast> counted) {
        boolean had = has(group);
        if (counted.isEmpty()) {
            counts.remove(group);
            groups.remove(group);
            batches.remove(group);
            waits.remove(group);
        } else {
            boolean isTenth = counts.getOrDefault(group, 0) % RARELY == 0;
            if (isTenth || groups.containsKey(group)) {
                read(group);
            }
            if (isTenth) {
                batches.put(group, engine.backend().limits().change(group, null, LimitGauges::batchRules));
            }
            counts.merge(group, 1, Integer::sum);
            block(group, counted);
        }
        if (had || has(group)) {
            publish();
        }
    }

    private void publish() {
        groups.values().forEach(ofGroup -> ofGroup.stream().limit(max).forEach(this::put));
        Map<Tags, Long> tasks = new HashMap<>();
        waits.values().forEach(ofGroup -> ofGroup.forEach((tags, number) -> tasks.merge(tags, number, Long::sum)));
        tasks.forEach((tags, number) -> blocked.put(tags, () -> number));
        Stream.of(running, waiting, concurrency, held, blocked).forEach(TaggedGauge::publish);
    }

    private void put(LimitInfo limit) {
        Tags tags = Tags.of(
                TopicLabels.QUEUE,
                engine.name(),
                TopicLabels.GROUP,
                limit.limit().group(),
                "limit",
                limit.limit().name());
        running.put(tags, limit::running);
        waiting.put(tags, limit::waiting);
        held.put(tags, () -> limit.heldUntil() == null ? 0 : 1);
        Integer most = limit.limit().concurrency();
        if (most != null) {
            concurrency.put(tags, () -> most);
        }
    }

    private boolean has(String group) {
        return groups.containsKey(group) || waits.containsKey(group);
    }

    private void block(String group, List<TopicForecast> counted) {
        Map<Tags, Long> now = new HashMap<>();
        for (TopicForecast forecast : counted) {
            TaskCounts topic = forecast.counts();
            TopicLabels labels =
                    topics.topic(engine.name(), group, topic.topic().topic());
            String reason = reason(topic);
            if (reason != null) {
                add(now, labels, reason, topic.ready());
            } else {
                add(now, labels, "key", topic.behind());
                add(now, labels, "batch", inBatches(topic));
            }
        }
        waits.compute(group, (name, last) -> now.isEmpty() ? null : now);
    }

    private static void add(Map<Tags, Long> waits, TopicLabels topic, String reason, long tasks) {
        if (tasks > 0) {
            waits.merge(topic.tags().and("reason", reason), tasks, Long::sum);
        }
    }

    /** Returns how many ready tasks wait for others to make a batch with. */
    private long inBatches(TaskCounts topic) {
        long free = topic.ready() - topic.behind();
        LeaseRule rule = batches.getOrDefault(topic.topic().group(), Map.of())
                .get(topic.topic().topic());
        return rule != null && topic.ready() < rule.least() && topic.overdue().toMillis() < rule.waitMillis()
                ? free
                : 0;
    }

    private static Map<String, LeaseRule> batchRules(Rules all) {
        Map<String, LeaseRule> rules = new HashMap<>();
        for (String topic : all.topics()) {
            LeaseRule rule = all.rule(topic);
            if (rule.least() > 1) {
                rules.put(topic, rule);
            }
        }
        return rules;
    }

    /** Returns the reason of all ready tasks of a topic, if there is one. */
    private @Nullable String reason(TaskCounts topic) {
        if (topic.paused()) {
            return topic.heldUntil() == null ? "paused" : "held";
        }
        TopicName name = topic.topic();
        boolean limited = groups.getOrDefault(name.group(), List.of()).stream()
                .anyMatch(limit -> limit.full() && limit.topics().contains(name.topic()));
        return limited ? "limit" : null;
    }

    private void read(String group) {
        List<LimitInfo> found = engine.inspector().limits(group);
        groups.compute(group, (name, last) -> found.isEmpty() ? null : found);
    }
}
