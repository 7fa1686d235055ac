package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All callbacks of one topic hang, with more tasks behind them; another topic of the group knows nothing of it. */
@Tag(Chaos.TAG)
class HangingTopicIT {

    private static final int HANGING = 100;

    private static final int CONCURRENCY = 8;

    private static final int OTHERS = Chaos.scaled(5_000, 50_000);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Ledger hanging = new Ledger(StoreClock.of(server));

    private final Ledger others = new Ledger(StoreClock.of(server));

    private final CountDownLatch release = engines.gate();

    @Test
    void theOtherTopicIsNotHeldUp() {
        DelayQueueEngine engine = engines.start(
                builder -> builder.callback(callback("hanging", this::hang)).callback(callback("others", others)));
        add(engine, "hanging", HANGING, hanging);
        await().until(() -> hanging.size() == CONCURRENCY);
        add(engine, "others", OTHERS, others);
        await().until(() -> others.size() >= OTHERS);
        assertThat(hanging.size()).as("callbacks that hang").isEqualTo(CONCURRENCY);
        release.countDown();
        await().until(() -> hanging.lost().isEmpty());
        hanging.conclude("topic that hangs", 1, 0);
        others.conclude("topic beside one that hangs", 1, 0);
    }

    private void hang(Object payload, TaskContext context) throws InterruptedException {
        hanging.call(payload, context);
        release.await();
    }

    private TopicCallback callback(String topic, TaskCallback<Object> callback) {
        TopicOptions options = TopicOptions.builder().concurrency(CONCURRENCY).build();
        return engines.callback(topic, callback, options);
    }

    private void add(DelayQueueEngine engine, String topic, int count, Ledger ledger) {
        List<Task> tasks = IntStream.range(0, count)
                .mapToObj(i -> Task.of(engines.group(), topic).build())
                .toList();
        engine.service().addTasks(tasks).forEach(ledger::added);
    }
}
