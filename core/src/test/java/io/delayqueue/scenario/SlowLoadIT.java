package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.internal.drive.Outage;
import io.delayqueue.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.AbstractPipeline;

/** Redis comes back with so much to load that it takes connections and subscriptions long before it answers. */
class SlowLoadIT {

    private static final int COMMANDS = 20 * 1024;

    @RegisterExtension
    private final TestEngines engines = TestEngines.on(
            RedisServer.builder().appendOnly().config("key-load-delay 100").start());

    private final RedisServer server = engines.server();

    private final LogLines outages = engines.closing(new LogLines(Outage.class));

    /** Nobody but the listener notices when the server goes. */
    @Test
    void outageEndsWithTheFirstAnswerAndNotWithASubscription() {
        DelayQueueEngine engine = engines.start(TestEngines.impatientBackend(server), builder -> {});
        TestEngines.awaitSubscriptions(server, 1);
        try (AbstractPipeline pipeline = server.client().pipelined()) {
            for (int i = 0; i < COMMANDS; i++) {
                pipeline.set("key", "value");
            }
        }
        server.kill();
        await().untilAsserted(
                        () -> assertThat(outages.with("cannot be reached")).hasSize(1));
        // Until it has loaded all.
        server.restart();
        TestEngines.awaitSubscriptions(server, 1);
        await().untilAsserted(() -> assertThat(engine.status().outage()).isNull());
        await().until(() -> !outages.with("answers again").isEmpty());
        assertThat(outages.with("The store at " + server.address()))
                .satisfiesExactly(begin -> assertThat(begin).contains("cannot be reached"), end -> assertThat(end)
                        .contains("answers again"));
    }
}
