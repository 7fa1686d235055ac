package io.delayqueue.web.live.stream;

import io.delayqueue.TaskCounts;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.LatenessHistogram;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.web.live.sample.Throughput;
import io.delayqueue.web.live.sample.TopicRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events of streams in JSON. */
final class LiveEvents {

    private LiveEvents() {}

    /**
     * State of all groups. Unknown parts are null: the time before the first call of the store, groups and topics before the
     * first read of the registry.
     */
    record Overview(
            @Nullable Instant at,
            String queue,
            @Nullable Long outageMillis,
            @Nullable String error,
            boolean running,
            @Nullable Integer groupCount,
            @Nullable List<Group> groups,
            @Nullable Topics topics) {}

    /**
     * State of a topic. Unknown parts are null: the consumers before the first read of the group's instances; why its tasks wait, and its limits,
     * unless tasks are ready.
     */
    record TopicPage(
            @Nullable Instant at,
            String queue,
            @Nullable Long outageMillis,
            @Nullable String error,
            boolean running,
            Topic topic,
            @Nullable List<Consumer> consumers,
            @Nullable TaskWait cause,
            @Nullable List<LimitInfo> limits,
            @Nullable Rates rates,
            @Nullable Lateness lateness,
            @Nullable List<Due> due,
            boolean changed) {}

    /** Number of delayed tasks that fall due within a window from the count. */
    record Due(long windowMillis, long tasks) {

        static List<Due> of(List<DueTasks> due) {
            return due.stream()
                    .map(each -> new Due(each.window().toMillis(), each.tasks()))
                    .toList();
        }

        Due plus(Due other) {
            return new Due(windowMillis, tasks + other.tasks);
        }
    }

    record Group(
            String group,
            boolean registered,
            @Nullable String pusher,
            @Nullable Integer instances,
            @Nullable Integer drained,
            int topics,
            @Nullable Instant countedAt,
            boolean complete,
            long delayed,
            long ready,
            long reserved,
            long dead,
            int paused,
            long overdueMillis,
            @Nullable String overdueTopic,
            List<Due> due,
            @Nullable Rates rates,
            @Nullable Lateness lateness) {}

    record Topics(int total, int page, int size, List<Topic> rows) {}

    record Topic(
            String group,
            String topic,
            @Nullable Boolean registered,
            @Nullable Instant countedAt,
            @Nullable Long delayed,
            @Nullable Long ready,
            @Nullable Long reserved,
            @Nullable Long dead,
            @Nullable Long total,
            @Nullable Boolean paused,
            @Nullable Instant heldUntil,
            @Nullable Long overdueMillis,
            @Nullable Long behind,
            @Nullable Long retrying,
            @Nullable String limit,
            @Nullable Integer consumers,
            @Nullable Integer drained) {

        static Topic of(TopicRow row, @Nullable Boolean registered, @Nullable List<Consumer> list) {
            Integer consumers = list == null ? null : list.size();
            Integer drained = list == null
                    ? null
                    : (int) list.stream().filter(Consumer::draining).count();
            String group = row.name().group();
            String topic = row.name().topic();
            TaskCounts counts = row.counts();
            return counts == null
                    ? new Topic(
                            group,
                            topic,
                            registered,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            consumers,
                            drained)
                    : new Topic(
                            group,
                            topic,
                            registered,
                            row.countedAt(),
                            counts.delayed(),
                            counts.ready(),
                            counts.reserved(),
                            counts.dead(),
                            counts.total(),
                            counts.paused(),
                            counts.heldUntil(),
                            counts.overdue().toMillis(),
                            counts.behind(),
                            counts.retrying(),
                            row.limit(),
                            consumers,
                            drained);
        }
    }

    record Consumer(
            String instance, String host, long pid, boolean draining, int concurrency, int running, int waiting) {}

    record Rates(double added, double finished, double retried, double dead, double removed) {

        static @Nullable Rates of(@Nullable Throughput done) {
            return done == null
                    ? null
                    : new Rates(
                            rounded(done.added()),
                            rounded(done.finished()),
                            rounded(done.retried()),
                            rounded(done.dead()),
                            rounded(done.removed()));
        }

        private static double rounded(double rate) {
            return Math.round(rate * 100) / 100.0;
        }
    }

    record Lateness(long p50Millis, long p99Millis) {

        private static final double MEDIAN = 50;

        private static final double HIGH = 99;

        static @Nullable Lateness of(@Nullable Throughput done) {
            LatenessHistogram lateness = done == null ? LatenessHistogram.EMPTY : done.lateness();
            return lateness.total() == 0
                    ? null
                    : new Lateness(percentile(lateness, MEDIAN), percentile(lateness, HIGH));
        }

        private static long percentile(LatenessHistogram lateness, double percent) {
            return lateness.percentile(percent).map(Duration::toMillis).orElseThrow();
        }
    }
}
