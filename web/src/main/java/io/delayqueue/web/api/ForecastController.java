package io.delayqueue.web.api;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Counts the tasks that fall due, of all groups, of a group and of a topic. */
final class ForecastController implements ApiController {

    private static final String WINDOWS = "1m,1h,1d,7d";

    private static final int MAX_GROUPS = 20;

    /** A page of groups ends with the group that reaches this number of topics: 200 topics cost a call. */
    private static final int MAX_TOPICS_OF_GROUPS = 2_000;

    private static final int MAX_TOPICS = 200;

    /** Forecast of a topic in responses of the API. */
    record ForecastView(
            String group, String topic, Instant at, boolean paused, long ready, long reserved, List<Due> due) {

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
                        topics.stream()
                                .mapToLong(topic -> topic.counts().ready())
                                .sum(),
                        topics.stream()
                                .mapToLong(topic -> topic.counts().reserved())
                                .sum(),
                        IntStream.range(0, windows.size())
                                .mapToObj(i -> new Due(
                                        windows.get(i).toMillis(),
                                        topics.stream()
                                                .mapToLong(topic ->
                                                        topic.due().get(i).tasks())
                                                .sum()))
                                .toList());
            }
        }
    }

    record GroupPage(
            List<ForecastView.GroupView> groups, @Nullable String next) {}

    record TopicPage(List<ForecastView> topics, @Nullable String next) {}

    @GetMapping("/forecast")
    GroupPage groups(
            DelayQueueEngine queue,
            @RequestParam(defaultValue = WINDOWS) List<String> windows,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "20") int limit) {
        List<Duration> lengths = Windows.parse(windows);
        requirePage(cursor, limit, MAX_GROUPS);
        List<ForecastView.GroupView> page = new ArrayList<>();
        int topics = 0;
        for (Map.Entry<String, Set<String>> group : queue.register().topics().entrySet()) {
            if (cursor != null && group.getKey().compareTo(cursor) <= 0) {
                continue;
            }
            if (page.size() == limit || topics >= MAX_TOPICS_OF_GROUPS) {
                return new GroupPage(page, page.get(page.size() - 1).group());
            }
            page.add(ForecastView.GroupView.of(
                    group.getKey(), lengths, queue.inspector().forecast(group.getKey(), group.getValue(), lengths)));
            topics += group.getValue().size();
        }
        return new GroupPage(page, null);
    }

    @GetMapping("/groups/{group}/forecast")
    TopicPage topics(
            DelayQueueEngine queue,
            @PathVariable String group,
            @RequestParam(defaultValue = WINDOWS) List<String> windows,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        List<Duration> lengths = Windows.parse(windows);
        requirePage(cursor, limit, MAX_TOPICS);
        List<String> names = Topics.registered(queue, group).stream()
                .filter(name -> cursor == null || name.compareTo(cursor) > 0)
                .limit(limit + 1L)
                .toList();
        List<String> page = names.subList(0, Math.min(limit, names.size()));
        return new TopicPage(
                queue.inspector().forecast(group, page, lengths).stream()
                        .map(ForecastView::of)
                        .toList(),
                names.size() > limit ? page.get(limit - 1) : null);
    }

    @GetMapping("/groups/{group}/topics/{topic}/forecast")
    ForecastView topic(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam(defaultValue = WINDOWS) List<String> windows) {
        List<Duration> lengths = Windows.parse(windows);
        TopicForecast forecast =
                queue.inspector().forecast(group, List.of(topic), lengths).get(0);
        Topics.requireExisting(queue, forecast.counts());
        return ForecastView.of(forecast);
    }

    private static void requirePage(@Nullable String cursor, int limit, int max) {
        if (limit < 1 || limit > max) {
            throw ProblemException.invalid("limit", "must be from 1 to " + max);
        }
        if (cursor != null && !TopicName.isValid(cursor)) {
            throw ProblemException.invalid("cursor", "must be the 'next' of the previous page");
        }
    }
}
