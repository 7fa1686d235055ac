package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.store.TopicStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CountsWatcherTests {

    private final Queue<String> told = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean reachable = new AtomicBoolean();

    private final Outage outage = new Outage("nowhere");

    private CountsWatcher watcher;

    @AfterEach
    void stop() {
        watcher.stop();
        assertThat(watcher.join(Duration.ofSeconds(10))).isTrue();
    }

    /** Watches the groups a, broken and z; broken cannot be counted until it is reachable. */
    private void start(Duration interval) {
        TopicStore store = (TopicStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TopicStore.class}, (proxy, method, arguments) -> {
                    String group = (String) arguments[0];
                    if (group.equals("broken") && !reachable.get()) {
                        throw new TaskStoreUnavailableException("meant to be", null);
                    }
                    return List.of(new TaskCounts(new TopicName(group, "t"), 1, 0, 0, 0, false, Duration.ZERO));
                });
        Map<String, Set<String>> work = new TreeMap<>(Map.of("a", Set.of("t"), "broken", Set.of("t"), "z", Set.of()));
        watcher = new CountsWatcher(
                "counts",
                store,
                () -> work,
                new CountsWatcher.Watch(interval, (group, topics) -> told.add(group + topics.size())),
                outage);
        watcher.start();
    }

    @Test
    void groupThatCannotBeCountedShouldNotHinderTheOthers() {
        start(Duration.ofMillis(10));
        await().until(() -> told.stream().filter("z1"::equals).count() >= 3);
        assertThat(told).doesNotContain("broken1");
        assertThat(outage.length()).isNotNull();
    }

    @Test
    void outageShouldEndWithTheFirstCountAndNotAnIntervalLater() {
        start(Duration.ofHours(1));
        await().until(() -> outage.length() != null);
        reachable.set(true);
        await().until(() -> told.contains("broken1") && outage.length() == null);
    }
}
