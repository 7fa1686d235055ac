package io.delayqueue.web.live.stream;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.web.live.sample.GroupSample;
import io.delayqueue.web.live.sample.GroupView;
import io.delayqueue.web.live.sample.Throughput;
import io.delayqueue.web.live.sample.TopicRow;
import io.delayqueue.web.live.stream.LiveEvents.Consumer;
import io.delayqueue.web.live.stream.LiveEvents.Due;
import io.delayqueue.web.live.stream.LiveEvents.Group;
import io.delayqueue.web.live.stream.LiveEvents.Lateness;
import io.delayqueue.web.live.stream.LiveEvents.Rates;
import io.delayqueue.web.live.stream.LiveEvents.Topic;
import io.delayqueue.web.live.stream.LiveEvents.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Creates the rows and sums of pages from samples. */
final class OverviewReader {

    static final int MAX_GROUPS = 200;

    private OverviewReader() {}

    /** Selects groups: the first ones by name, and the requested one. */
    static List<Group> groups(SortedMap<String, GroupView> groups, @Nullable String wanted) {
        List<Group> shown = new ArrayList<>();
        for (GroupView group : groups.values()) {
            if (shown.size() < MAX_GROUPS || group.name().equals(wanted)) {
                shown.add(group(group));
            }
        }
        return shown;
    }

    private static Group group(GroupView group) {
        Sum sum = new Sum();
        group.topics().forEach(sum::add);
        GroupSample sample = group.sample();
        List<InstanceInfo> instances = sample == null ? null : sample.instances();
        Throughput done = sample == null ? null : sample.throughput();
        return new Group(
                group.name(),
                group.registered(),
                pusher(instances),
                instances == null
                        ? null
                        : (int) instances.stream().filter(OverviewReader::works).count(),
                instances == null
                        ? null
                        : (int) instances.stream()
                                .filter(one -> works(one) && one.draining())
                                .count(),
                group.topics().size(),
                sum.oldest,
                sum.complete,
                sum.delayed,
                sum.ready,
                sum.reserved,
                sum.dead,
                sum.paused,
                sum.overdueMillis,
                sum.overdueTopic,
                sum.due,
                Rates.of(done),
                Lateness.of(done));
    }

    /** An instance that only adds to the group is listed too. */
    private static boolean works(InstanceInfo instance) {
        return !instance.gone() && (instance.pushing() || instance.topicCount() > 0);
    }

    private static @Nullable String pusher(@Nullable List<InstanceInfo> instances) {
        if (instances == null) {
            return null;
        }
        return instances.stream()
                .filter(instance -> instance.pushing() && !instance.gone())
                .map(InstanceInfo::instance)
                .findFirst()
                .orElse(null);
    }

    /** Selects the topics of a query: the requested page of them, in the requested order. */
    static Topics topics(SortedMap<String, GroupView> groups, LiveQuery query) {
        List<TopicRow> rows = rows(groups.values(), query);
        if (query.sort() == LiveSort.ATTENTION) {
            rows = Attention.sorted(rows, groups.values());
        } else {
            rows.sort(query.sort().comparator(query.descending()));
        }
        return page(rows, query, name -> consumers(groups.get(name.group()), name));
    }

    private static List<TopicRow> rows(Collection<GroupView> groups, LiveQuery query) {
        List<TopicRow> rows = new ArrayList<>();
        for (GroupView group : groups) {
            for (TopicRow topic : group.topics()) {
                if (query.matches(topic.name())) {
                    rows.add(topic);
                }
            }
        }
        return rows;
    }

    /**
     * Selects the requested page of sorted rows.
     *
     * @param consumers finds the consumers of a topic; null if they are not known
     */
    static Topics page(List<TopicRow> rows, LiveQuery query, Function<TopicName, @Nullable List<Consumer>> consumers) {
        int from = (int) Math.min(rows.size(), (long) query.page() * query.size());
        int to = Math.min(rows.size(), from + query.size());
        return new Topics(
                rows.size(),
                query.page(),
                query.size(),
                rows.subList(from, to).stream()
                        .map(row -> Topic.of(row, row.registered(), consumers.apply(row.name())))
                        .toList());
    }

    private static @Nullable List<Consumer> consumers(@Nullable GroupView group, TopicName topic) {
        return consumers(group == null ? null : group.sample(), topic);
    }

    /**
     * Finds the consumers of a topic; null if the instances of its group have not been read, or none of them lists the topic and one
     * does not list all of its topics.
     */
    static @Nullable List<Consumer> consumers(@Nullable GroupSample group, TopicName topic) {
        if (group == null) {
            return null;
        }
        boolean unknown = false;
        List<Consumer> consumers = new ArrayList<>();
        for (InstanceInfo instance : group.instances()) {
            if (!instance.gone()) {
                instance.topics().stream()
                        .filter(consumed -> consumed.topic().equals(topic.topic()))
                        .map(consumed -> new Consumer(
                                instance.instance(),
                                instance.host(),
                                instance.pid(),
                                instance.draining(),
                                consumed.concurrency(),
                                consumed.running(),
                                consumed.waiting()))
                        .forEach(consumers::add);
                unknown |= !instance.listsAllTopics();
            }
        }
        return consumers.isEmpty() && unknown ? null : consumers;
    }

    /** Adds up a group's topics. */
    private static final class Sum {

        private boolean complete = true;

        private @Nullable Instant oldest;

        private long delayed;

        private long ready;

        private long reserved;

        private long dead;

        private int paused;

        private long overdueMillis;

        private @Nullable String overdueTopic;

        private List<Due> due = List.of();

        void add(TopicRow row) {
            TopicForecast forecast = row.forecast();
            if (forecast == null) {
                complete = false;
                return;
            }
            TaskCounts counts = forecast.counts();
            Instant at = forecast.at();
            oldest = oldest == null || at.isBefore(oldest) ? at : oldest;
            delayed += counts.delayed();
            ready += counts.ready();
            reserved += counts.reserved();
            dead += counts.dead();
            paused += counts.paused() ? 1 : 0;
            long late = counts.overdue().toMillis();
            if (late > overdueMillis) {
                overdueMillis = late;
                overdueTopic = row.name().topic();
            }
            List<Due> more = Due.of(forecast.due());
            List<Due> before = due;
            due = before.isEmpty()
                    ? more
                    : IntStream.range(0, before.size())
                            .mapToObj(i -> before.get(i).plus(more.get(i)))
                            .toList();
        }
    }
}
