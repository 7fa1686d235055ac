package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Names that only callers know, as an HTTP request can bring any: they leave nothing behind. */
class UnknownGroupsIT {

    private static final int GROUPS = 10_000;

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void groupsThatWereOnlyAskedForShouldLeaveNothingInTheHeap() {
        DelayQueueEngine engine = engines.build();
        ask(engine, "warm-up", GROUPS / 10);
        long before = usedHeap();
        ask(engine, "unknown", GROUPS);
        // A set of keys takes some 900 bytes, a queue of requests some 300; what else the JVM does in between is noise.
        await().untilAsserted(() -> assertThat(usedHeap() - before).isLessThan(GROUPS * 500L));
    }

    private static void ask(DelayQueueEngine engine, String prefix, int groups) {
        for (int i = 0; i < groups; i++) {
            engine.service().findTask(prefix + i, "id");
            engine.service().removeTask(prefix + i, "id");
        }
    }

    @Test
    void pullsFromGroupsThatDoNotExistShouldRegisterNothingAndHaveFewThreads() throws InterruptedException {
        RedisServer server = engines.closing(RedisServer.start());
        DelayQueueEngine engine = engines.start(TestEngines.backend(server), builder -> {});
        for (int i = 0; i < 150; i++) {
            assertThat(engine.puller().reserve("made-up-" + i, "t", PullOptions.DEFAULT, Duration.ZERO))
                    .isEmpty();
        }
        assertThat(server.client().exists("MONITOR:SUMMARY")).isFalse();
        // The engine has handled all of them when it works for the latest.
        await().until(() -> engine.status().groups().stream()
                .anyMatch(group -> group.group().equals("made-up-149")));
        await().untilAsserted(() -> assertThat(pushers("made-up")).isLessThanOrEqualTo(100));
        assertThat(server.client().exists("MONITOR:SUMMARY")).isFalse();
    }

    private static long pushers(String groups) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("delayqueue-pusher-" + groups))
                .count();
    }

    @Test
    void taskAddedWhileItsUnknownTopicIsPulledShouldArriveAndRegisterTheTopic() {
        DelayQueueEngine engine = engines.start(builder -> {});
        Pulls pulls = Pulls.from(engine, engines);
        CompletableFuture<PulledTask> pulled = pulls.await();
        await().until(() -> engine.status().groups().stream()
                .anyMatch(group -> group.group().equals(engines.group())));
        assertThat(engine.register().isGroupRegistered(engines.group())).isFalse();
        engine.service()
                .addTask(engines.builder().id("a").delay(Duration.ofMillis(50)).build());
        assertThat(pulled.orTimeout(30, TimeUnit.SECONDS).join().id()).isEqualTo("a");
        pulls.look();
        assertThat(engine.register().isTopicRegistered(engines.group(), TestEngines.TOPIC))
                .isTrue();
    }
}
