package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A network that swallows everything for longer than any time-out, while tasks are added and run. */
class SilentNetworkIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final RedisServer server = engines.server();

    private final TcpProxy proxy = engines.closing(TcpProxy.to(server));

    private final Ledger ledger = new Ledger();

    /** Data that was held back arrives late, in connections that the engine has given up; or is lost with them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void deliveryGoesOnWhenItIsOver(boolean cut) {
        DelayQueueEngine engine = engines.start(
                RedisBackend.connect(proxy.host(), proxy.port()),
                engines.consuming(ledger, 4)
                        .andThen(TestEngines.settings(Duration.ofSeconds(2), Duration.ofSeconds(1))));
        try (Load load = new Load(engine.service(), () -> engines.task(Duration.ofMillis(10)), ledger)) {
            await().until(() -> ledger.size() > 100);
            proxy.blackHole(true);
            await().until(() -> load.unconfirmed() > 0);
            if (cut) {
                proxy.cutAll();
            }
            proxy.blackHole(false);
            int before = ledger.size();
            await().until(() -> ledger.size() > before + 100);
        }
        await().until(() -> ledger.lost().isEmpty());
        await().untilAsserted(() -> new GroupAudit(server.client(), engines.group()).checkNothingLeft());
        ledger.assertNoneLostOrEarly();
        assertThat(ledger.doubled())
                .as("at most what was in work in the silence")
                .hasSizeLessThan(300);
    }
}
