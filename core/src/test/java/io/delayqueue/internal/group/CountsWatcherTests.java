package io.delayqueue.internal.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Observers;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.heartbeat.WorkCounters;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicForecast.DueTasks;
import io.delayqueue.store.TestPorts;
import io.delayqueue.store.TopicStore;
import io.delayqueue.testing.Drivers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CountsWatcherTests {

    private final Queue<String> reported = new ConcurrentLinkedQueue<>();

    private final Set<String> pushed = new ConcurrentSkipListSet<>(Set.of("a", "broken", "z"));

    private final AtomicBoolean reachable = new AtomicBoolean();

    private final Outage outage = new Outage("nowhere");

    private CountsWatcher watcher;

    @AfterEach
    void stop() {
        watcher.handle().stop();
        assertThat(watcher.handle().join(Duration.ofSeconds(10))).isTrue();
    }

    /** Works for the groups a, big, broken, other and z, and pushes these. */
    private record Work(Set<String> pushed) implements CountsWatcher.Work {

        @Override
        public Set<String> groups() {
            return Set.of("a", "big", "broken", "other", "z");
        }

        @Override
        public boolean isPushed(String group) {
            return pushed.contains(group);
        }

        @Override
        public Set<String> topics(String group) {
            return group.equals("z") ? Set.of() : Set.of("t");
        }
    }

    /** Broken cannot be counted until it is reachable; big takes its time. */
    private List<TopicForecast> count(String group) {
        if (group.equals("broken") && !reachable.get()) {
            throw new TaskStoreUnavailableException("meant to be", null);
        }
        if (group.equals("big")) {
            await().pollDelay(Duration.ofMillis(300)).until(() -> true);
        }
        return IntStream.rangeClosed(1, group.equals("big") ? 1_001 : 1)
                .mapToObj(i -> new TaskCounts(
                        new TopicName(group, i == 1 ? "t" : "t" + i), 1, 0, 0, 0, false, null, Duration.ZERO, 0, 0))
                .map(counts -> new TopicForecast(counts, Instant.EPOCH, List.of()))
                .toList();
    }

    private void start(Duration interval) {
        TopicStore store = TestPorts.answering(TopicStore.class, (method, arguments) -> {
            return count((String) arguments[0]);
        });
        start(
                store,
                new CountsWatcher.Watch(interval, List.of(), (group, topics) -> reported.add(group + topics.size())));
    }

    private void start(TopicStore store, CountsWatcher.Watch watch) {
        watcher = new CountsWatcher(
                "counts", store, new Work(pushed), watch, new Observers(new WorkCounters()), Drivers.threads(outage));
        watcher.handle().start();
    }

    @Test
    void registeredTopicWithoutTasksShouldHaveAZeroForEachWindow() {
        Duration window = Duration.ofHours(1);
        Queue<TopicForecast> forecasts = new ConcurrentLinkedQueue<>();
        TopicStore store = TestPorts.answering(TopicStore.class, (method, arguments) -> {
            assertThat(arguments[2]).isEqualTo(List.of(window));
            return List.of();
        });
        start(store, new CountsWatcher.Watch(window, List.of(window), (group, topics) -> forecasts.addAll(topics)));
        await().until(() -> forecasts.size() == 2);
        assertThat(forecasts)
                .extracting(forecast -> forecast.counts().topic().toString(), TopicForecast::due)
                .containsExactly(
                        tuple("a/t", List.of(new DueTasks(window, 0))),
                        tuple("broken/t", List.of(new DueTasks(window, 0))));
    }

    @Test
    void groupOfManyTopicsShouldNotBeCountedBeforeAHundredTimesWhatItTookIsOver() {
        reachable.set(true);
        pushed.add("big");
        start(Duration.ofHours(1));
        await().until(() -> reported.contains("big1001") && reported.contains("z1"));
        pushed.remove("a");
        await().until(() -> reported.contains("a0")
                && reported.stream().filter("z1"::equals).count() == 2);
        assertThat(reported).containsOnlyOnce("big1001");
    }

    @Test
    void groupThatCannotBeCountedShouldNotHinderTheOthers() {
        start(Duration.ofMillis(10));
        await().until(() -> reported.stream().filter("z1"::equals).count() >= 3);
        assertThat(reported).doesNotContain("broken1");
        assertThat(outage.length()).isNotNull();
    }

    @Test
    void outageShouldEndWithTheFirstCountAndNotAnIntervalLater() {
        start(Duration.ofHours(1));
        await().until(() -> outage.length() != null);
        reachable.set(true);
        await().until(() -> reported.contains("broken1") && outage.length() == null);
    }
}
