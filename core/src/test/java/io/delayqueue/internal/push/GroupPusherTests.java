package io.delayqueue.internal.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.internal.drive.Pools;
import io.delayqueue.store.Backend;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupPusherTests {

    private final AtomicLong now = new AtomicLong();

    private final List<Collection<?>> swept = new ArrayList<>();

    private List<String> topics = List.of();

    private long waitMicros = 1_000_000;

    /** How long the store takes to answer. */
    private long took;

    private final TaskStore store = TestPorts.answering(TaskStore.class, (method, arguments) -> {
        swept.add((Collection<?>) arguments[2]);
        now.addAndGet(took);
        return new PushResult(true, 0, Map.of(), waitMicros, null, Map.of(), 0, Set.of());
    });

    private final Driver driver = Drivers.threads(
            new EngineTime(now::get, Clock.systemUTC(), false),
            new Pools(Runnable::run, false, Runnable::run),
            new Outage("nowhere"));

    private final Backend backend = TestPorts.answering(
            Backend.class, (method, arguments) -> method.getName().equals("node") ? "nowhere" : store);

    private final GroupPusher pusher = new GroupPusher(
            Drivers.context(new AtomicLong(), backend, driver),
            () -> topics,
            Map.of(),
            new IdleChecks(backend, "i", driver));

    private List<Object> sweeps(int number) {
        swept.clear();
        for (int i = 0; i < number; i++) {
            now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            pusher.run();
        }
        return swept.stream()
                .flatMap(Collection::stream)
                .map(Object.class::cast)
                .toList();
    }

    private static List<String> topics(int number) {
        return IntStream.range(0, number).mapToObj(i -> "t" + i).toList();
    }

    @Test
    void fewTopicsShouldBeSweptEachTime() {
        topics = topics(100);
        sweeps(2);
        assertThat(swept).isEqualTo(List.of(topics, topics));
    }

    @Test
    void manyTopicsShouldBeSweptInPartsAndEachInItsTurn() {
        topics = topics(241);
        assertThat(sweeps(3)).isEqualTo(topics);
        assertThat(swept).allMatch(part -> part.size() <= 100);
        topics = topics(120);
        assertThat(sweeps(2)).containsExactlyInAnyOrderElementsOf(topics);
    }

    @Test
    void noTopicsShouldBeNone() {
        assertThat(sweeps(1)).isEmpty();
    }

    @Test
    void taskShouldBePushedWhenItIsDueByTheStoresClockThoughTheReplyTakesItsTime() {
        waitMicros = 500_000;
        took = TimeUnit.MILLISECONDS.toNanos(4);
        assertThat(pusher.run()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(497));
        assertThat(pusher.isPrecise()).isTrue();
        waitMicros = 1_500_000;
        assertThat(pusher.run()).isEqualTo(TimeUnit.SECONDS.toNanos(1));
        assertThat(pusher.isPrecise()).isFalse();
    }
}
