package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.store.LimitStore.TopicRule;
import io.delayqueue.store.Rules;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
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

    private final MultiGauge running;

    private final MultiGauge waiting;

    private final MultiGauge concurrency;

    private final MultiGauge held;

    private final MultiGauge blocked;

    /** Numbers of blocked tasks of each group, by their tags. */
    private final Map<String, Map<Tags, Long>> waits = new HashMap<>();

    private final Map<String, List<LimitInfo>> groups = new HashMap<>();

    /** By group the rules of the topics that wait for a number of ready tasks. */
    private final Map<String, Map<String, TopicRule>> batches = new HashMap<>();

    /** Number of counts of each group. */
    private final Map<String, Integer> counts = new HashMap<>();

    /** Values of the gauges by their tags, for scrapes. */
    private volatile Map<Tags, LimitInfo> limits = Map.of();

    private volatile Map<Tags, Long> blockedTasks = Map.of();

    /**
     * Creates the gauges.
     *
     * @param max maximum number of limits of a group that have gauges
     */
    LimitGauges(MeterRegistry registry, DelayQueueEngine engine, TopicLimit topics, int max) {
        this.engine = engine;
        this.topics = topics;
        this.max = max;
        this.running = MultiGauge.builder("delayqueue.limit.running")
                .description("Leased tasks of the topics of a limit")
                .register(registry);
        this.waiting = MultiGauge.builder("delayqueue.limit.waiting")
                .description("Ready tasks of the topics of a limit")
                .register(registry);
        this.concurrency = MultiGauge.builder("delayqueue.limit.concurrency")
                .description("How many tasks of the topics of a limit may run at once")
                .register(registry);
        this.held = MultiGauge.builder("delayqueue.limit.held")
                .description("Whether a limit is held")
                .register(registry);
        this.blocked = MultiGauge.builder("delayqueue.tasks.blocked")
                .description("Ready tasks that a pause, a hold, a limit, their key or a batch lets wait")
                .register(registry);
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

    /** Rows that remain are not registered again, because a scrape at that moment would find them twice. */
    private void publish() {
        Map<Tags, LimitInfo> now = new HashMap<>();
        groups.values().forEach(ofGroup -> ofGroup.stream().limit(max).forEach(limit -> now.put(tags(limit), limit)));
        limits = now;
        register(running, LimitInfo::running);
        register(waiting, LimitInfo::waiting);
        register(concurrency, LimitGauges::concurrency);
        register(held, limit -> limit.heldUntil() == null ? 0 : 1);
        Map<Tags, Long> tasks = new HashMap<>();
        waits.values().forEach(ofGroup -> ofGroup.forEach((tags, number) -> tasks.merge(tags, number, Long::sum)));
        blockedTasks = tasks;
        List<Row<?>> rows = new ArrayList<>();
        for (Tags tags : tasks.keySet()) {
            rows.add(Row.of(tags, this, gauges -> Objects.requireNonNullElse(gauges.blockedTasks.get(tags), 0L)));
        }
        blocked.register(rows);
    }

    private static double concurrency(LimitInfo limit) {
        Integer concurrency = limit.limit().concurrency();
        return concurrency == null ? Double.NaN : concurrency;
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
        if (now.isEmpty()) {
            waits.remove(group);
        } else {
            waits.put(group, now);
        }
    }

    private static void add(Map<Tags, Long> waits, TopicLabels topic, String reason, long tasks) {
        if (tasks > 0) {
            waits.merge(topic.tags().and("reason", reason), tasks, Long::sum);
        }
    }

    /** Returns how many ready tasks wait for others to make a batch with. */
    private long inBatches(TaskCounts topic) {
        long free = topic.ready() - topic.behind();
        TopicRule rule = batches.get(topic.topic().group()).get(topic.topic().topic());
        return rule != null && topic.ready() < rule.least() && topic.overdue().toMillis() < rule.waitMillis()
                ? free
                : 0;
    }

    private static Map<String, TopicRule> batchRules(Rules all) {
        Map<String, TopicRule> rules = new HashMap<>();
        for (String topic : all.topics()) {
            TopicRule rule = all.rule(topic);
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
        if (found.isEmpty()) {
            groups.remove(group);
        } else {
            groups.put(group, found);
        }
    }

    private void register(MultiGauge gauge, ToDoubleFunction<LimitInfo> value) {
        List<Row<?>> rows = new ArrayList<>();
        limits.forEach((tags, limit) -> {
            if (!Double.isNaN(value.applyAsDouble(limit))) {
                rows.add(Row.of(tags, this, gauges -> gauges.value(tags, value)));
            }
        });
        gauge.register(rows);
    }

    private double value(Tags tags, ToDoubleFunction<LimitInfo> value) {
        LimitInfo limit = limits.get(tags);
        return limit == null ? Double.NaN : value.applyAsDouble(limit);
    }

    private Tags tags(LimitInfo info) {
        return Tags.of(
                TopicLabels.QUEUE,
                engine.name(),
                TopicLabels.GROUP,
                info.limit().group(),
                "limit",
                info.limit().name());
    }
}
