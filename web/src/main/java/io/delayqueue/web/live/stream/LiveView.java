package io.delayqueue.web.live.stream;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.web.api.mvc.ApiJson;
import io.delayqueue.web.live.sample.CallBudget;
import io.delayqueue.web.live.sample.GroupSample;
import io.delayqueue.web.live.sample.GroupView;
import io.delayqueue.web.live.sample.Sampler;
import io.delayqueue.web.live.sample.Throughput;
import io.delayqueue.web.live.sample.TopicRow;
import io.delayqueue.web.live.stream.LiveEvents.Budget;
import io.delayqueue.web.live.stream.LiveEvents.Consumer;
import io.delayqueue.web.live.stream.LiveEvents.Due;
import io.delayqueue.web.live.stream.LiveEvents.Lateness;
import io.delayqueue.web.live.stream.LiveEvents.Overview;
import io.delayqueue.web.live.stream.LiveEvents.Rates;
import io.delayqueue.web.live.stream.LiveEvents.Topic;
import io.delayqueue.web.live.stream.LiveEvents.TopicPage;
import io.delayqueue.web.live.stream.LiveEvents.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** View of one page on a queue's samples. Used by one thread at a time. */
final class LiveView {

    private Sampler sampler;

    private final LiveQuery query;

    private Set<TopicName> shown;

    private @Nullable TaskCounts before;

    private boolean ready;

    LiveView(Sampler sampler, LiveQuery query) {
        this.sampler = sampler;
        this.query = query;
        TopicName topic = query.topicName();
        this.shown = topic == null ? Set.of() : Set.of(topic);
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

    void use(Sampler newest) {
        sampler = newest;
    }

    /** Requests the samples of the next event. */
    void prepare() {
        sampler.show(shown, query.group());
        TopicName topic = query.topicName();
        if (topic == null) {
            sampler.groups();
        } else {
            sampler.topic(topic);
            sampler.group(topic.group());
        }
    }

    /** {@return whether there is data; of a page of one topic its counts} */
    boolean isReady() {
        TopicName topic = query.topicName();
        boolean registered = sampler.isReady();
        // Reads of a counted topic would count it too often.
        ready = ready || registered && (topic == null || sampler.topic(topic).counts() != null);
        return ready;
    }

    /** {@return the event with the newest samples} */
    Event next() {
        sampler.show(shown, query.group());
        TopicName topic = query.topicName();
        return topic == null ? new Event("overview", json(overview())) : new Event("topic", json(topic(topic)));
    }

    private static String json(Object event) {
        return new String(ApiJson.bytes(event), StandardCharsets.UTF_8);
    }

    private Overview overview() {
        SortedMap<String, GroupView> groups = sampler.groups();
        Topics page = groups == null ? null : OverviewReader.topics(groups, query);
        if (page != null) {
            shown = page.rows().stream()
                    .map(row -> new TopicName(row.group(), row.topic()))
                    .collect(Collectors.toUnmodifiableSet());
            sampler.show(shown, query.group());
        }
        return new Overview(
                sampler.storeTime(),
                sampler.engine().name(),
                outageMillis(),
                sampler.error(),
                new Budget(CallBudget.CALLS_PER_SECOND),
                groups == null ? null : groups.size(),
                groups == null ? null : OverviewReader.groups(groups, query.group()),
                page);
    }

    private TopicPage topic(TopicName topic) {
        TopicRow row = sampler.topic(topic);
        GroupSample group = sampler.group(topic.group());
        Throughput done = group == null ? null : group.throughput(topic.topic());
        List<Consumer> consumers = OverviewReader.consumers(group, topic);
        return new TopicPage(
                sampler.storeTime(),
                sampler.engine().name(),
                outageMillis(),
                sampler.error(),
                Topic.of(row, OverviewReader.numberOfConsumers(group, topic)),
                consumers,
                Rates.of(done),
                Lateness.of(done),
                row.forecast() == null ? null : Due.of(row.forecast().due()),
                isChanged(row.counts()) || (done != null && done.isAny()));
    }

    private boolean isChanged(@Nullable TaskCounts counts) {
        boolean changed = !Objects.equals(withoutAge(counts), withoutAge(before));
        before = counts;
        return changed;
    }

    private static @Nullable TaskCounts withoutAge(@Nullable TaskCounts counts) {
        return counts == null
                ? null
                : new TaskCounts(
                        counts.topic(),
                        counts.delayed(),
                        counts.ready(),
                        counts.reserved(),
                        counts.dead(),
                        counts.paused(),
                        Duration.ZERO);
    }

    /** Returns the longer one of the engine's and the sampler's outage. */
    private @Nullable Long outageMillis() {
        Duration engine = sampler.engine().status().outage();
        Duration own = sampler.outage();
        if (engine == null || own == null) {
            return own != null ? (Long) own.toMillis() : engine != null ? (Long) engine.toMillis() : null;
        }
        return Math.max(engine.toMillis(), own.toMillis());
    }
}
