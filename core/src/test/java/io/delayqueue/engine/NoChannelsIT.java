package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A user who may neither publish nor subscribe, which is what Redis 7 gives a new user. */
class NoChannelsIT {

    private final RedisServer server = RedisServer.builder()
            .config("user default on nopass ~* +@all resetchannels")
            .start();

    private final TestEngines engines = new TestEngines();

    private final Queue<String> delivered = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        engines.close();
        server.close();
    }

    @Test
    void everythingWorksByLookingNowAndThen() {
        DelayQueueEngine engine = engines.start(
                TestEngines.backend(server), engines.consuming((payload, context) -> delivered.add(context.id()), 1));
        AddResult added = engine.service()
                .addTask(engines.builder().delay(Duration.ofMillis(10)).build());
        assertThat(added.outcome()).isEqualTo(AddResult.Outcome.ADDED);
        await().until(() -> delivered.contains(added.id()));
        assertThat(engine.register().registerTopic(engines.group(), "another")).isTrue();
        await().until(() ->
                engine.service().findTask(engines.group(), added.id()).isEmpty());
    }
}
