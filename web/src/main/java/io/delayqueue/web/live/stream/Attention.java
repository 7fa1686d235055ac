package io.delayqueue.web.live.stream;

import io.delayqueue.TaskCounts;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.web.live.sample.GroupSample;
import io.delayqueue.web.live.sample.GroupView;
import io.delayqueue.web.live.sample.Throughput;
import io.delayqueue.web.live.sample.TopicRow;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Orders topics: those with problems first (overdue, dead letters, no consumer, paused), then the busiest, then the deepest, then by
 * name. Rates and depths are compared by their powers of two, so that rows keep their places while numbers vary.
 */
final class Attention {

    private static final double SECONDS_OF_A_MINUTE = 60;

    private static final Comparator<Ranked> ORDER = Comparator.comparingInt(Ranked::problems)
            .thenComparingInt(Ranked::work)
            .thenComparingInt(Ranked::depth)
            .reversed()
            .thenComparing(Ranked::row, LiveSort.NAME.comparator(false));

    private Attention() {}

    private record Ranked(TopicRow row, int problems, int work, int depth) {}

    /**
     * A group's work.
     *
     * @param sample the rates
     * @param consumed the consumed topics; null if an instance does not list all of its topics
     */
    private record Work(GroupSample sample, @Nullable Set<String> consumed) {

        static Work of(GroupSample sample) {
            List<InstanceInfo> present =
                    sample.instances().stream().filter(each -> !each.gone()).toList();
            boolean complete = present.stream().allMatch(InstanceInfo::listsAllTopics);
            return new Work(
                    sample,
                    complete
                            ? present.stream()
                                    .flatMap(each -> each.topics().stream().map(InstanceTopic::topic))
                                    .collect(Collectors.toSet())
                            : null);
        }

        boolean isConsumed(TaskCounts counts) {
            return consumed == null || consumed.contains(counts.topic().topic());
        }

        double rate(TopicRow row) {
            Throughput done = sample.throughput(row.name().topic());
            return done == null ? 0 : done.added() + done.finished() + done.retried() + done.dead();
        }
    }

    /** Sorts topics of groups. */
    static List<TopicRow> sorted(List<TopicRow> topics, Collection<GroupView> groups) {
        Map<String, Work> works = new HashMap<>();
        for (GroupView group : groups) {
            if (group.sample() != null) {
                works.put(group.name(), Work.of(group.sample()));
            }
        }
        return topics.stream()
                .map(topic -> ranked(topic, works.get(topic.name().group())))
                .sorted(ORDER)
                .map(Ranked::row)
                .toList();
    }

    private static Ranked ranked(TopicRow row, @Nullable Work work) {
        TaskCounts counts = row.counts();
        return new Ranked(
                row,
                counts == null
                        ? 0
                        : problems(row, counts, row.registered() && (work == null || work.isConsumed(counts))),
                magnitude(work == null ? 0 : work.rate(row) * SECONDS_OF_A_MINUTE),
                magnitude(counts == null ? 0 : counts.total()));
    }

    private static int problems(TopicRow row, TaskCounts counts, boolean consumed) {
        return (row.isLate() ? 8 : 0)
                + (counts.dead() > 0 ? 4 : 0)
                + (!consumed && counts.total() > counts.dead() ? 2 : 0)
                + (counts.paused() ? 1 : 0);
    }

    private static int magnitude(double value) {
        return Math.getExponent(1 + value);
    }
}
