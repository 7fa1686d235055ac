package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stopping while the store takes every call and answers none. Each topic has lost a reply, and would like to ask. */
class HungStoreStopIT {

    private static final int TOPICS = 20;

    /** Two seconds, a call's time-out, a topic would make 40; one deadline for all makes about 15. */
    private static final Duration BOUND = Duration.ofSeconds(30);

    private static final TopicOptions ONE_AT_A_TIME =
            TopicOptions.builder().concurrency(1).build();

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final TcpProxy proxy = engines.closing(TcpProxy.to(server));

    private final AtomicInteger running = new AtomicInteger();

    private final CountDownLatch released = new CountDownLatch(1);

    private final TaskCallback<Object> hold = (payload, context) -> {
        running.incrementAndGet();
        released.await();
    };

    @AfterEach
    void close() {
        proxy.blackHole(false);
    }

    @Test
    void stopIsBoundedHoweverManyTopicsThereAre() {
        DelayQueueEngine engine = engines.start(RedisBackend.connect(proxy.host(), proxy.port()), builder -> {
            TestEngines.settings(Duration.ofSeconds(30), Duration.ofSeconds(1)).accept(builder);
            for (int i = 0; i < TOPICS; i++) {
                builder.callback(engines.callback("t" + i, hold, ONE_AT_A_TIME));
            }
        });
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 5 * TOPICS; i++) {
            tasks.add(Task.of(engines.group(), "t" + i % TOPICS).build());
        }
        engine.service().addTasks(tasks);
        await().until(() -> running.get() == TOPICS);
        proxy.blackHole(true);
        try (LogLines log = new LogLines(Outage.class)) {
            // Each worker asks for the next task now, and waits for an answer as long as the others of this outage do.
            released.countDown();
            await().until(() -> !log.with("cannot be reached").isEmpty());
        }
        long began = System.nanoTime();
        engine.stop();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(BOUND);
        assertThat(engine.isRunning()).isFalse();
    }
}
