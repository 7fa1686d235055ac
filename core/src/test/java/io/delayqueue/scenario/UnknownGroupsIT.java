package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.pull.NotPullableException;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
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
    void pullsFromTopicsThatNobodyRegisteredShouldBeRefusedAndLeaveNothing() {
        RedisServer server = engines.closing(RedisServer.start());
        DelayQueueEngine engine = engines.start(TestEngines.backend(server), builder -> {});
        for (int i = 0; i < 150; i++) {
            String group = "made-up-" + i;
            assertThatExceptionOfType(NotPullableException.class)
                    .isThrownBy(() -> engine.puller().reserve(group, "t", PullOptions.DEFAULT, Duration.ZERO))
                    .withMessage("The topic " + group + "/t is not registered: register it before it is pulled.");
        }
        assertThat(engine.status().groups()).isEmpty();
        assertThat(server.client().exists("MONITOR:SUMMARY")).isFalse();
    }

    @Test
    void pullOfAMistakenTopicShouldNameTheNearestRegisteredOneAlthoughTheMistakenOneHasTasks() {
        DelayQueueEngine engine = engines.start(builder -> {});
        engine.register().registerTopic(engines.group(), "cancel-unpaid");
        engines.add(engine, Task.of(engines.group(), "cancel-unpayed").id("a"));
        assertThatExceptionOfType(NotPullableException.class)
                .isThrownBy(() ->
                        engine.puller().reserve(engines.group(), "cancel-unpayed", PullOptions.DEFAULT, Duration.ZERO))
                .withMessage("The topic " + engines.group()
                        + "/cancel-unpayed is not registered: register it before it is pulled. The registered topic with the most"
                        + " similar name is " + engines.group() + "/cancel-unpaid.");
    }
}
