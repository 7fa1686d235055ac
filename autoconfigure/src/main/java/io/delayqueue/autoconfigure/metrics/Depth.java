package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskState;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Numbers of tasks of a topic, or of several topics that share their meters.
 *
 * @param overdueSeconds the time for which the oldest ready task has been due
 * @param paused the number of paused topics
 * @param behind the number of ready tasks that wait for another one of their key
 * @param due the number of tasks that fall due within each window
 * @param countedAt the time of the count by {@link System#nanoTime}
 */
record Depth(
        long delayed,
        long ready,
        long reserved,
        long dead,
        double overdueSeconds,
        int paused,
        long behind,
        List<Long> due,
        long countedAt) {

    static Depth of(TopicForecast forecast, long countedAt) {
        TaskCounts counts = forecast.counts();
        return new Depth(
                counts.delayed(),
                counts.ready(),
                counts.reserved(),
                counts.dead(),
                counts.overdue().toMillis() / 1_000.0,
                counts.paused() ? 1 : 0,
                counts.behind(),
                forecast.due().stream().map(DueTasks::tasks).toList(),
                countedAt);
    }

    Depth plus(Depth other) {
        return new Depth(
                delayed + other.delayed,
                ready + other.ready,
                reserved + other.reserved,
                dead + other.dead,
                Math.max(overdueSeconds, other.overdueSeconds),
                paused + other.paused,
                behind + other.behind,
                IntStream.range(0, due.size())
                        .mapToObj(window -> due.get(window) + other.due.get(window))
                        .toList(),
                countedAt - other.countedAt < 0 ? countedAt : other.countedAt);
    }

    long in(TaskState state) {
        return switch (state) {
            case DELAYED -> delayed;
            case READY -> ready;
            case RESERVED -> reserved;
            case DEAD -> dead;
        };
    }
}
