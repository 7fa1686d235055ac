package io.delayqueue.web.live.sample;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Topic at one time.
 *
 * @param name the topic
 * @param registered whether it is in the registry
 * @param forecast the counts and the tasks that fall due; null if the store has refused to count them
 */
public record TopicRow(
        TopicName name, boolean registered, @Nullable TopicForecast forecast) {

    /** Order of topics by group and name. */
    public static final Comparator<TopicRow> BY_NAME = Comparator.comparing(
            TopicRow::name, Comparator.comparing(TopicName::group).thenComparing(TopicName::topic));

    /** {@return the counts; null before the first count} */
    public @Nullable TaskCounts counts() {
        return forecast == null ? null : forecast.counts();
    }

    /** {@return the time of the count; null before the first} */
    public @Nullable Instant countedAt() {
        return forecast == null ? null : forecast.at();
    }
}
