package io.delayqueue.web.api;

import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Forecast of a topic in responses of the API. */
record ForecastView(String group, String topic, Instant at, boolean paused, long ready, long reserved, List<Due> due) {

    /** Number of tasks that fall due within a window. */
    record Due(long windowMillis, long tasks) {

        static Due of(DueTasks due) {
            return new Due(due.window().toMillis(), due.tasks());
        }
    }

    static ForecastView of(TopicForecast forecast) {
        return new ForecastView(
                forecast.counts().topic().group(),
                forecast.counts().topic().topic(),
                forecast.at(),
                forecast.counts().paused(),
                forecast.counts().ready(),
                forecast.counts().reserved(),
                forecast.due().stream().map(Due::of).toList());
    }

    /** Sums of a group's topics. */
    record GroupView(String group, int topics, long ready, long reserved, List<Due> due) {

        static GroupView of(String group, List<Duration> windows, List<TopicForecast> topics) {
            return new GroupView(
                    group,
                    topics.size(),
                    topics.stream().mapToLong(topic -> topic.counts().ready()).sum(),
                    topics.stream()
                            .mapToLong(topic -> topic.counts().reserved())
                            .sum(),
                    IntStream.range(0, windows.size())
                            .mapToObj(i -> new Due(
                                    windows.get(i).toMillis(),
                                    topics.stream()
                                            .mapToLong(
                                                    topic -> topic.due().get(i).tasks())
                                            .sum()))
                            .toList());
        }
    }
}
