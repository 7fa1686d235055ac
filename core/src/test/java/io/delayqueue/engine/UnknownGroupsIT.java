package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names that only callers know, as an HTTP request can bring any: they leave nothing behind. */
class UnknownGroupsIT {

    private static final int GROUPS = 10_000;

    private final TestEngines engines = new TestEngines();

    @AfterEach
    void close() {
        engines.close();
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void groupsThatWereOnlyAskedForShouldLeaveNothingInTheHeap() {
        DelayQueueEngine engine = engines.build(TestEngines.backend(RedisServer.shared()), builder -> {});
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
}
