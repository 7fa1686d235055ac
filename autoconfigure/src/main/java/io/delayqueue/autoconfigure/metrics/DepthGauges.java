package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.TaskCounts;
import io.delayqueue.log.LogText;
import io.delayqueue.monitor.ForecastListener;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.micrometer.core.instrument.Tags;
import java.util.List;

/**
 * Gauges of the last count in an engine's groups. A scrape does not call the store. Rows are added and removed with groups and topics.
 *
 * @param queue the name of the queue
 * @param limit limits the topics with their own rows
 * @param gauges the gauges of the last counts
 */
record DepthGauges(String queue, TopicLimit limit, QueueGauges gauges) implements ForecastListener {

    @Override
    public void forecast(String group, List<TopicForecast> topics) {
        Rows rows = new Rows();
        for (TopicForecast topic : topics) {
            TaskCounts counts = topic.counts();
            Tags tags = limit.topic(queue, group, counts.topic().topic()).tags();
            rows.add(QueueGauge.TASKS, tags.and("state", "delayed"), counts.delayed());
            rows.add(QueueGauge.TASKS, tags.and("state", "ready"), counts.ready());
            rows.add(QueueGauge.TASKS, tags.and("state", "reserved"), counts.reserved());
            rows.add(QueueGauge.TASKS, tags.and("state", "dead"), counts.dead());
            rows.add(QueueGauge.OVERDUE, tags, Rows.seconds(counts.overdue()));
            rows.add(QueueGauge.PAUSED, tags, counts.paused() ? 1 : 0);
            rows.add(QueueGauge.BEHIND, tags, counts.behind());
            rows.add(QueueGauge.RETRYING, tags, counts.retrying());
            for (DueTasks due : topic.due()) {
                rows.add(QueueGauge.DUE, tags.and("window", LogText.words(due.window())), due.tasks());
            }
        }
        gauges.put(group, () -> rows);
    }
}
