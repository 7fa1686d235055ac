package io.delayqueue.web.api;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.TopicCapacity;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.web.api.mvc.ApiController;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Computes the concurrency that the known tasks of a window need, for autoscalers. */
final class ScalingController implements ApiController {

    private static final String WINDOW = "5m";

    private static final String DEFAULT_DURATION = "1s";

    /**
     * Signal of a group or a topic.
     *
     * @param topic the topic; null for all of the group
     * @param tasks the number of tasks that are ready, reserved or fall due within the window; without those of paused and held topics
     * @param pausedTasks the number of such tasks of paused and held topics
     * @param measured whether the duration of the topic, or of each topic of the group with such tasks, has been measured
     * @param meanDurationMillis the duration that was used for the topic; null for a group
     * @param concurrency the number of callbacks that can run at once now; null if an instance does not report all of its topics
     * @param neededConcurrency the number that have to run at once, rounded up; of a topic whose limit is full or held at most those that can run now
     */
    record Scaling(
            String group,
            @Nullable String topic,
            long windowMillis,
            long tasks,
            long pausedTasks,
            boolean measured,
            @Nullable Double meanDurationMillis,
            @Nullable Integer concurrency,
            long neededConcurrency) {}

    @GetMapping("/groups/{group}/scaling")
    Scaling group(
            DelayQueueEngine queue,
            @PathVariable String group,
            @RequestParam(defaultValue = WINDOW) String window,
            @RequestParam(defaultValue = DEFAULT_DURATION) String defaultDuration) {
        return scaling(queue, group, null, window, defaultDuration);
    }

    @GetMapping("/groups/{group}/topics/{topic}/scaling")
    Scaling topic(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestParam(defaultValue = WINDOW) String window,
            @RequestParam(defaultValue = DEFAULT_DURATION) String defaultDuration) {
        return scaling(queue, group, topic, window, defaultDuration);
    }

    private static Scaling scaling(
            DelayQueueEngine queue, String group, @Nullable String topic, String window, String defaultDuration) {
        Duration length = Windows.parse("window", window);
        Duration unmeasured = Windows.parse("defaultDuration", defaultDuration);
        Collection<String> topics = topic == null ? Topics.registered(queue, group) : List.of(topic);
        List<TopicForecast> forecasts = queue.inspector().forecast(group, topics, List.of(length));
        if (topic != null) {
            Topics.requireExisting(queue, forecasts.get(0).counts());
        }
        Set<String> full = queue.inspector().limits(group).stream()
                .filter(LimitInfo::full)
                .flatMap(limit -> limit.topics().stream())
                .collect(Collectors.toSet());
        List<InstanceInfo> instances = queue.inspector().instances(group);
        long tasks = 0;
        long pausedTasks = 0;
        boolean measured = true;
        boolean complete = true;
        double meanMillis = 0;
        int concurrency = 0;
        double needed = 0;
        for (TopicForecast forecast : forecasts) {
            String name = forecast.counts().topic().topic();
            TopicCapacity capacity = TopicCapacity.of(instances, name);
            long known = forecast.counts().ready()
                    + forecast.counts().reserved()
                    + forecast.due().get(0).tasks();
            boolean paused = forecast.counts().paused();
            long due = paused ? 0 : known;
            Duration mean = capacity.durations().mean();
            Duration each = mean == null ? unmeasured : mean;
            tasks += due;
            pausedTasks += paused ? known : 0;
            measured &= mean != null || due == 0 && topic == null;
            meanMillis = each.getSeconds() * 1e3 + each.getNano() / 1e6;
            concurrency += capacity.concurrency();
            complete &= capacity.complete();
            double callbacks = TopicCapacity.neededConcurrency(due, each, length);
            // Further instances begin no more tasks while a limit lets none begin. One has to be there for leases that
            // end.
            needed += full.contains(name) ? Math.min(callbacks, Math.max(1, capacity.concurrency())) : callbacks;
        }
        return new Scaling(
                group,
                topic,
                length.toMillis(),
                tasks,
                pausedTasks,
                measured,
                topic == null ? null : meanMillis,
                complete ? concurrency : null,
                (long) Math.ceil(needed));
    }
}
