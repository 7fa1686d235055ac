package io.delayqueue.benchmarks.contender.ancestor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AncestorContenderIT {

    private static final String TOPIC = "topic";

    @Test
    void moreTasksThanLuaCanUnpackAreNeverPushed() {
        AtomicInteger arrived = new AtomicInteger();
        try (MeasuredServer server = MeasuredServer.start();
                OpenQueue queue = new AncestorContender().open(server.address())) {
            List<Item> items = Items.due(TOPIC, System.currentTimeMillis(), 20_000);
            queue.adding(items).run();
            queue.consume(List.of(TOPIC), payload -> arrived.incrementAndGet());
            await().during(Duration.ofSeconds(2)).until(() -> queue.remaining(TOPIC) == items.size());
            assertThat(arrived).hasValue(0);
        }
    }
}
