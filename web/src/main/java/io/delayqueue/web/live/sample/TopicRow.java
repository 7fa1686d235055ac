package io.delayqueue.web.live.sample;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Topic at one time.
 *
 * @param name the topic
 * @param registered whether it is in the registry
 * @param forecast the counts and the tasks that fall due; null if the store has refused to count them
 * @param limit the name of the limit for which its ready tasks wait; null if it is not {@linkplain #isLate late}, or not for a limit
 */
public record TopicRow(
        TopicName name,
        boolean registered,
        @Nullable TopicForecast forecast,
        @Nullable String limit) {

    /** Shorter waits of ready tasks are normal. */
    private static final Duration OVERDUE = Duration.ofSeconds(5);

    public TopicRow(TopicName name, boolean registered, @Nullable TopicForecast forecast) {
        this(name, registered, forecast, null);
    }

    /** Order of topics by group and name. */
    public static final Comparator<TopicRow> BY_NAME = Comparator.comparing(
            TopicRow::name, Comparator.comparing(TopicName::group).thenComparing(TopicName::topic));

    /** {@return the counts; null before the first count} */
    public @Nullable TaskCounts counts() {
        return forecast == null ? null : forecast.counts();
    }

    /** {@return whether a ready task waits for longer than is normal} */
    public boolean isLate() {
        TaskCounts counts = counts();
        return counts != null && counts.overdue().compareTo(OVERDUE) >= 0;
    }

    /** {@return the time of the count; null before the first} */
    public @Nullable Instant countedAt() {
        return forecast == null ? null : forecast.at();
    }
}
