package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.internal.group.EngineSession.Stopped;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LifecycleLogTests {

    private final LifecycleLog log = new LifecycleLog("default", "12-ab", "localhost:6379", null);

    private static GroupStatus group(String name, String... topics) {
        return group(name, Stream.of(topics));
    }

    private static GroupStatus group(String name, Stream<String> topics) {
        List<TopicStatus> all = topics.map(topic -> new TopicStatus(new TopicName(name, topic), 8, 0, 0, 0, 0, null))
                .toList();
        return new GroupStatus(name, false, false, Duration.ZERO, Duration.ZERO, Duration.ZERO, all, List.of());
    }

    private static String withoutVersion(String line) {
        return line.replaceFirst("^delayqueue \\d\\S*", "delayqueue");
    }

    @Test
    void startShouldNameAddressInstanceGroupsTopicsAndConcurrency() {
        String line = log.started(List.of(group("billing", "invoice"), group("orders", "cancel", "remind")), List.of());
        assertThat(withoutVersion(line))
                .isEqualTo("delayqueue delivers from localhost:6379 as 12-ab: billing (invoice x8), orders (cancel x8,"
                        + " remind x8)");
    }

    @Test
    void startShouldNameTheQueueIfItIsOneOfSeveralAndWhatElseThereIsToKnow() {
        LifecycleLog reports = new LifecycleLog("reports", "12-ab", "cluster a:1,b:1", "staging");
        String line = reports.started(List.of(group("orders")), List.of("one", "other"));
        assertThat(withoutVersion(line))
                .isEqualTo(
                        "delayqueue 'reports' delivers from cluster a:1,b:1 (namespace staging) as 12-ab: orders (nothing consumed here);"
                                + " one; other");
    }

    @Test
    void startWithoutGroupsShouldSaySo() {
        assertThat(log.started(List.of(), List.of())).endsWith("as 12-ab: nothing yet, because no group is registered");
    }

    @Test
    void startWithManyTopicsShouldHaveABound() {
        List<GroupStatus> groups = List.of(
                group("a", IntStream.range(0, 15).mapToObj(i -> "t" + i)),
                group("b", IntStream.range(0, 485).mapToObj(i -> "t" + i)),
                group("c"));
        assertThat(log.started(groups, List.of()))
                .contains("b (t0 x8, t1 x8, t2 x8, t3 x8, t4 x8)")
                .endsWith(" and 481 more");
    }

    @Test
    void stopShouldSayWhatHasNotEnded() {
        assertThat(withoutVersion(log.stopped(new Stopped(0, 0, 0, 0), Duration.ofMillis(12))))
                .isEqualTo("delayqueue has stopped delivering from localhost:6379 as 12-ab in 12 ms: all tasks in"
                        + " progress have ended");
        assertThat(log.stopped(new Stopped(12, 3, 1, 2), Duration.ofSeconds(20)))
                .endsWith(
                        "in 20000 ms: tasks given back before they began: 12, callbacks interrupted and their tasks given"
                                + " back: 3, callbacks still running: 1, outcomes not acknowledged, so that their tasks run again when"
                                + " the lease ends: 2");
    }
}
