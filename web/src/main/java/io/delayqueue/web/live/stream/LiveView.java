package io.delayqueue.web.live.stream;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.web.api.mvc.ApiJson;
import io.delayqueue.web.live.sample.GroupSample;
import io.delayqueue.web.live.sample.GroupView;
import io.delayqueue.web.live.sample.Sample;
import io.delayqueue.web.live.sample.Sampler;
import io.delayqueue.web.live.sample.Throughput;
import io.delayqueue.web.live.sample.TopicRow;
import io.delayqueue.web.live.sample.Wanted;
import io.delayqueue.web.live.stream.LiveEvents.Consumer;
import io.delayqueue.web.live.stream.LiveEvents.Due;
import io.delayqueue.web.live.stream.LiveEvents.Lateness;
import io.delayqueue.web.live.stream.LiveEvents.Overview;
import io.delayqueue.web.live.stream.LiveEvents.Rates;
import io.delayqueue.web.live.stream.LiveEvents.Topic;
import io.delayqueue.web.live.stream.LiveEvents.TopicPage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** View of one page on a queue's samples. Used by one thread at a time. */
final class LiveView {

    private final Sampler sampler;

    private final LiveQuery query;

    private final Wanted wanted;

    /** Numbers of tasks in the last event of a topic. */
    private @Nullable List<?> before;

    LiveView(Sampler sampler, LiveQuery query) {
        this.sampler = sampler;
        this.query = query;
        TopicName topic = query.topicName();
        this.wanted = topic == null ? new Wanted(true, Set.of()) : new Wanted(false, Set.of(topic));
    }

    /**
     * Event of a stream.
     *
     * @param name the type of the event
     * @param data one line of JSON
     */
    record Event(String name, String data) {}

    Sampler sampler() {
        return sampler;
    }

    Wanted wanted() {
        return wanted;
    }

    /** {@return the event with a sample} */
    Event next(Sample sample) {
        TopicName topic = query.topicName();
        return topic == null
                ? new Event("overview", json(overview(sample)))
                : new Event("topic", json(topic(sample, topic)));
    }

    private static String json(Object event) {
        return new String(ApiJson.bytes(event), StandardCharsets.UTF_8);
    }

    private Overview overview(Sample sample) {
        SortedMap<String, GroupView> groups = sample.groups();
        return new Overview(
                sample.storeTime(),
                sampler.engine().name(),
                outageMillis(),
                sampler.error(),
                sampler.engine().isRunning(),
                groups == null ? null : groups.size(),
                groups == null ? null : OverviewReader.groups(groups, query.group()),
                groups == null ? null : OverviewReader.topics(groups, query));
    }

    private TopicPage topic(Sample sample, TopicName topic) {
        TopicRow row = sample.topic(topic);
        GroupSample group = sample.instances().get(topic.group());
        Throughput done = group == null ? null : group.throughput(topic.topic());
        List<Consumer> consumers = OverviewReader.consumers(group, topic);
        return new TopicPage(
                sample.storeTime(),
                sampler.engine().name(),
                outageMillis(),
                sampler.error(),
                sampler.engine().isRunning(),
                // Unknown before the first answer of the store.
                Topic.of(row, sample.registered() == null ? null : row.registered(), consumers),
                consumers,
                sample.causes().get(topic),
                sample.limits().get(topic),
                Rates.of(done),
                Lateness.of(done),
                row.forecast() == null ? null : Due.of(row.forecast().due()),
                isChanged(row.counts()) || (done != null && done.isAny()));
    }

    private boolean isChanged(@Nullable TaskCounts counts) {
        List<?> last = before;
        before = counts == null
                ? null
                : List.of(
                        counts.delayed(),
                        counts.ready(),
                        counts.reserved(),
                        counts.dead(),
                        counts.retrying(),
                        counts.paused());
        return !Objects.equals(last, before);
    }

    /** Returns the longer one of the engine's and the sampler's outage. */
    private @Nullable Long outageMillis() {
        return Stream.of(Optional.ofNullable(sampler.engine().status().outage()), Optional.ofNullable(sampler.outage()))
                .flatMap(Optional::stream)
                .map(Duration::toMillis)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }
}
