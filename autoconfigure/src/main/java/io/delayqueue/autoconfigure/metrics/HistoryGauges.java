package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.micrometer.core.instrument.Tags;
import java.util.List;

/**
 * Gauges of the topics that have a history, as of the last count of a group.
 *
 * @param limit limits the topics with their own rows
 * @param gauges the gauges of the last counts
 */
record HistoryGauges(DelayQueueEngine engine, TopicLimit limit, QueueGauges gauges) implements ForecastListener {

    @Override
    public void forecast(String group, List<TopicForecast> counted) {
        Rows rows = new Rows();
        List<String> topics =
                counted.stream().map(one -> one.counts().topic().topic()).toList();
        for (HistoryCounts counts : engine.histories(group, topics)) {
            Tags tags =
                    limit.topic(engine.name(), group, counts.topic().topic()).tags();
            rows.add(QueueGauge.HISTORY_BYTES, tags, counts.bytes());
            rows.add(QueueGauge.HISTORY_NOT_KEPT, tags, counts.notKept());
        }
        gauges.put(group, () -> rows);
    }
}
