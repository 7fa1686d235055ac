package io.delayqueue.web.live;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.web.api.mvc.ApiJson;
import io.delayqueue.web.live.LiveEvents.Budget;
import io.delayqueue.web.live.LiveEvents.Consumer;
import io.delayqueue.web.live.LiveEvents.Lateness;
import io.delayqueue.web.live.LiveEvents.Overview;
import io.delayqueue.web.live.LiveEvents.Rates;
import io.delayqueue.web.live.LiveEvents.Topic;
import io.delayqueue.web.live.LiveEvents.TopicPage;
import io.delayqueue.web.live.LiveEvents.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What one page shows of what a sampler knows. Used by one thread at a time. */
final class LiveView {

    private final Sampler sampler;

    private final LiveQuery query;

    private volatile Set<TopicName> shown;

    private @Nullable TaskCounts before;

    LiveView(Sampler sampler, LiveQuery query) {
        this.sampler = sampler;
        this.query = query;
        TopicName topic = query.topicName();
        this.shown = topic == null ? Set.of() : Set.of(topic);
    }

    /**
     * An event.
     *
     * @param name what is in it
     * @param data one line of JSON
     */
    record Event(String name, String data) {}

    /** {@return the topics that were shown last} */
    Set<TopicName> shown() {
        return shown;
    }

    /** {@return the group whose instances are shown above others; null for none} */
    @Nullable
    String group() {
        return query.group();
    }

    /** {@return whether there is something to show} */
    boolean isReady() {
        return sampler.state().isRegisterRead();
    }

    /** {@return the newest} */
    Event next() {
        TopicName topic = query.topicName();
        return topic == null ? new Event("overview", json(overview())) : new Event("topic", json(topic(topic)));
    }

    private static String json(Object event) {
        return new String(ApiJson.bytes(event), StandardCharsets.UTF_8);
    }

    private @Nullable Instant storeTime() {
        return sampler.state().clock().now(System.nanoTime());
    }

    private Overview overview() {
        if (!sampler.state().isRegisterRead()) {
            return new Overview(
                    storeTime(),
                    sampler.engine().name(),
                    outageMillis(),
                    sampler.trouble().message(),
                    new Budget(CallBudget.CALLS_PER_SECOND),
                    null,
                    null,
                    null);
        }
        record Read(int count, List<LiveEvents.Group> groups, List<TopicRow> rows) {}

        Read read = sampler.state()
                .read(groups -> new Read(
                        groups.size(),
                        OverviewReader.groups(groups, query.group()),
                        OverviewReader.rows(groups.values(), query)));
        Topics page = OverviewReader.page(read.rows(), query);
        shown = page.rows().stream()
                .map(row -> new TopicName(row.group(), row.topic()))
                .collect(Collectors.toUnmodifiableSet());
        return new Overview(
                storeTime(),
                sampler.engine().name(),
                outageMillis(),
                sampler.trouble().message(),
                new Budget(CallBudget.CALLS_PER_SECOND),
                read.count(),
                read.groups(),
                page);
    }

    private TopicPage topic(TopicName topic) {
        record Read(
                TopicRow row,
                @Nullable List<Consumer> consumers,
                @Nullable Throughput done) {}

        Read read = sampler.state().read(groups -> {
            GroupState group = groups.get(topic.group());
            return new Read(
                    OverviewReader.row(group, topic),
                    OverviewReader.consumers(group, topic),
                    group == null ? null : group.rates.topic(topic.topic()));
        });
        return new TopicPage(
                storeTime(),
                sampler.engine().name(),
                outageMillis(),
                sampler.trouble().message(),
                Topic.of(read.row()),
                read.consumers(),
                Rates.of(read.done()),
                Lateness.of(read.done()),
                isChanged(read.row().counts())
                        || (read.done() != null && read.done().isAny()));
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

    /** As the engine meets it, or as the sampler does: whichever has waited longer. */
    private @Nullable Long outageMillis() {
        Duration engine = sampler.engine().status().outage();
        Duration own = sampler.trouble().silent();
        if (engine == null || own == null) {
            return own != null ? (Long) own.toMillis() : engine != null ? (Long) engine.toMillis() : null;
        }
        return Math.max(engine.toMillis(), own.toMillis());
    }
}
