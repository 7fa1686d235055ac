package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.monitor.LatenessHistogram;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.web.live.sample.GroupSample;
import io.delayqueue.web.live.sample.GroupView;
import io.delayqueue.web.live.sample.Throughput;
import io.delayqueue.web.live.sample.TopicRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AttentionTests {

    private final GroupSample sample = mock(GroupSample.class);

    @Test
    void problemsShouldPrecedeWorkAndWorkShouldPrecedeDepthAndNames() {
        consumers(instance(false, 7, "busy", "calm", "deep", "empty", "dead", "late", "paused"));
        given(sample.throughput("busy")).willReturn(new Throughput(0, 12, 0, 0, 0, LatenessHistogram.EMPTY));

        assertThat(sorted(
                        row("empty", 0, 0, 0, false),
                        row("calm", 0, 0, 0, false),
                        row("deep", 500, 0, 0, false),
                        row("busy", 3, 0, 0, false),
                        new TopicRow(new TopicName("g", "uncounted"), true, null),
                        row("paused", 0, 0, 0, true),
                        row("orphan", 2, 0, 0, false),
                        row("dead", 0, 1, 0, false),
                        row("late", 1, 0, 5_000, false)))
                .containsExactly("late", "dead", "orphan", "paused", "busy", "deep", "calm", "empty", "uncounted");
    }

    @Test
    void similarDepthsShouldLeaveTheOrderOfNames() {
        consumers(instance(false, 3, "a", "b", "c"));

        assertThat(sorted(row("c", 4_000, 0, 0, false), row("b", 1_100, 0, 0, false), row("a", 1_050, 0, 0, false)))
                .containsExactly("c", "a", "b");
    }

    @Test
    void topicShouldNotLackAConsumerIfAnInstanceListsOnlySomeOfItsTopics() {
        consumers(instance(false, 300, "listed"));

        assertThat(sorted(row("z-unlisted", 1, 0, 0, false), row("listed", 1, 0, 0, false)))
                .containsExactly("listed", "z-unlisted");
    }

    @Test
    void goneInstanceShouldConsumeNothing() {
        consumers(instance(true, 1, "left"), instance(false, 1, "deep"));

        assertThat(sorted(row("deep", 9_000, 0, 0, false), row("left", 1, 0, 0, false)))
                .containsExactly("left", "deep");
    }

    @Test
    void unregisteredTopicWithTasksShouldPrecedeOthers() {
        consumers(instance(false, 2, "deep", "gone"));
        TopicRow gone = row("gone", 1, 0, 0, false);

        assertThat(sorted(row("deep", 9_000, 0, 0, false), new TopicRow(gone.name(), false, gone.forecast())))
                .containsExactly("gone", "deep");
    }

    @Test
    void topicsOfAnUnknownGroupShouldBeSortedByTheirCounts() {
        assertThat(Attention.sorted(
                        List.of(row("a", 1, 0, 0, false), row("b", 9, 0, 0, false)),
                        List.of(new GroupView("g", true, List.of(), null))))
                .extracting(row -> row.name().topic())
                .containsExactly("b", "a");
    }

    private void consumers(InstanceInfo... instances) {
        given(sample.instances()).willReturn(List.of(instances));
    }

    private static InstanceInfo instance(boolean gone, int topicCount, String... topics) {
        return new InstanceInfo(
                "g",
                "i",
                "host",
                1,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                gone,
                true,
                false,
                1,
                null,
                topicCount,
                Stream.of(topics)
                        .map(topic -> new InstanceTopic(topic, 1, 0, 0))
                        .toList(),
                Map.of(),
                InstanceCounters.NONE,
                Map.of());
    }

    private List<String> sorted(TopicRow... rows) {
        return Attention.sorted(List.of(rows), List.of(new GroupView("g", true, List.of(rows), sample))).stream()
                .map(row -> row.name().topic())
                .toList();
    }

    private static TopicRow row(String topic, long delayed, long dead, long overdueMillis, boolean paused) {
        TopicName name = new TopicName("g", topic);
        return new TopicRow(
                name,
                true,
                new TopicForecast(
                        new TaskCounts(name, delayed, 0, 0, dead, paused, null, Duration.ofMillis(overdueMillis), 0, 0),
                        Instant.EPOCH,
                        List.of()));
    }
}
