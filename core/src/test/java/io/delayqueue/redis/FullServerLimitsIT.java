package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TopicName;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A server without memory refuses adds, and lets tasks with limits run and end all the same. */
class FullServerLimitsIT extends BackendFixture {

    @AutoClose
    private static final RedisServer SERVER = RedisServer.start();

    FullServerLimitsIT() {
        super(RedisBackend.connect(SERVER.host(), SERVER.port()));
    }

    @Test
    void tasksWithLimitsShouldRunOnAFullServer() {
        Limit limit = Limit.of(group, "shared").concurrency(3).rate(1_000, TimeUnit.SECONDS);
        LeaseRule rule = new LeaseRule(List.of("shared"), null, 1, 0);
        Map<String, LeaseRule> topics = Map.of("t", rule, "u", rule);
        backend.limits().declare(group, new Declaration(List.of(limit), topics), (key, text) -> false);
        addAll(Stream.of("t", "u").flatMap(name -> IntStream.range(0, 25)
                .mapToObj(i -> TestTasks.task(name, name + i, 0, true, detail(name, "x")))));
        untilTheNextMillisecond();
        SERVER.client().configSet("maxmemory", "1");
        int[] done = new int[1];
        Set<String> held = new HashSet<>();
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> {
            store().push(group, "i", List.of(), ExpectedTime.NONE);
            for (String name : topics.keySet()) {
                TopicName one = new TopicName(group, name);
                List<Outcome> outcomes = new ArrayList<>();
                store().reserve(one, "i", LEASE, 10).tasks().forEach(task -> {
                    Delivery delivery = task.delivery();
                    boolean again = task.attempt() == 1 && delivery.id().endsWith("7");
                    boolean holds = delivery.id().endsWith("8") && held.add(delivery.id());
                    Outcome.Hold hold = holds ? new Outcome.Hold("shared", 1) : null;
                    outcomes.add(
                            again || holds
                                    ? new Outcome.Released(delivery, true, hold)
                                    : new Outcome.Finished(delivery));
                });
                assertThat(outcomes).hasSizeLessThanOrEqualTo(3);
                outcomes.forEach(outcome -> assertThat(acknowledge(outcome)).isEmpty());
                done[0] += (int) outcomes.stream()
                        .filter(Outcome.Finished.class::isInstance)
                        .count();
            }
            return done[0] == 50;
        });
        backend.limits().set(limit.concurrency(2));
        assertThat(backend.limits().hold(group, "shared", Instant.EPOCH)).isTrue();
        assertThat(topics().pause(topic)).isTrue();
        assertThat(topics().resume(topic)).isTrue();
        assertThat(backend.limits().remove(group, "shared")).isTrue();
        assertThat(counts().total()).isZero();
    }
}
