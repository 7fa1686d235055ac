package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.TaskCounts;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.store.Rules;
import io.delayqueue.store.Rules.LeaseRule;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
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

    private final QueueGauges gauges;

    private final Map<String, GroupRules> groups = new HashMap<>();

    /** Rules of a group, as they were read last. */
    private static final class GroupRules {

        private int counts;

        private List<LimitInfo> limits = List.of();

        /** By topic those of batches. */
        private Map<String, LeaseRule> batches = Map.of();

        /** Returns the reason of all ready tasks of a topic, if there is one. */
        @Nullable
        String reason(TaskCounts topic) {
            if (topic.paused()) {
                return topic.heldUntil() == null ? "paused" : "held";
            }
            String name = topic.topic().topic();
            return limits.stream()
                            .anyMatch(limit -> limit.full() && limit.topics().contains(name))
                    ? "limit"
                    : null;
        }

        /** Returns how many ready tasks wait for others to make a batch with. */
        long inBatches(TaskCounts topic) {
            LeaseRule rule = batches.get(topic.topic().topic());
            return rule != null
                            && topic.ready() < rule.least()
                            && topic.overdue().toMillis() < rule.waitMillis()
                    ? topic.ready() - topic.behind()
                    : 0;
        }
    }

    /**
     * Creates the gauges.
     *
     * @param max maximum number of limits of a group that have gauges
     */
    LimitGauges(DelayQueueEngine engine, TopicLimit topics, int max, QueueGauges gauges) {
        this.engine = engine;
        this.topics = topics;
        this.max = max;
        this.gauges = gauges;
    }

    @Override
    public void forecast(String group, List<TopicForecast> counted) {
        Rows rows = new Rows();
        if (counted.isEmpty()) {
            groups.remove(group);
        } else {
            GroupRules rules = groups.computeIfAbsent(group, name -> new GroupRules());
            read(group, rules);
            rules.limits.stream().limit(max).forEach(limit -> add(rows, limit));
            counted.forEach(topic -> addBlocked(rows, rules, topic.counts()));
        }
        gauges.put(group, () -> rows);
    }

    private void read(String group, GroupRules rules) {
        boolean isTenth = rules.counts % RARELY == 0;
        if (isTenth || !rules.limits.isEmpty()) {
            rules.limits = engine.inspector().limits(group);
        }
        if (isTenth) {
            rules.batches = engine.backend().limits().change(group, null, LimitGauges::batchRules);
        }
        rules.counts++;
    }

    private static Map<String, LeaseRule> batchRules(Rules all) {
        return all.topics().stream()
                .filter(topic -> all.rule(topic).least() > 1)
                .collect(Collectors.toMap(Function.identity(), all::rule));
    }

    private void add(Rows rows, LimitInfo info) {
        Limit limit = info.limit();
        Tags tags =
                new TopicLabels(engine.name(), limit.group(), "").groupTags().and("limit", limit.name());
        rows.add(QueueGauge.LIMIT_RUNNING, tags, info.running());
        rows.add(QueueGauge.LIMIT_WAITING, tags, info.waiting());
        rows.add(QueueGauge.LIMIT_HELD, tags, info.heldUntil() == null ? 0 : 1);
        Integer concurrency = limit.concurrency();
        if (concurrency != null) {
            rows.add(QueueGauge.LIMIT_CONCURRENCY, tags, concurrency);
        }
    }

    private void addBlocked(Rows rows, GroupRules rules, TaskCounts topic) {
        String reason = rules.reason(topic);
        if (reason != null) {
            addBlocked(rows, topic, reason, topic.ready());
        } else {
            addBlocked(rows, topic, "key", topic.behind());
            addBlocked(rows, topic, "batch", rules.inBatches(topic));
        }
    }

    private void addBlocked(Rows rows, TaskCounts topic, String reason, long tasks) {
        if (tasks > 0) {
            TopicLabels labels = topics.topic(
                    engine.name(), topic.topic().group(), topic.topic().topic());
            rows.add(QueueGauge.TASKS_BLOCKED, labels.tags().and("reason", reason), tasks);
        }
    }
}
