package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** The master is made a replica for a while, of a server that is not there: it keeps its data and answers READONLY. */
@Tag(Chaos.TAG)
class ReadOnlyIT {

    private static final int ROUNDS = Chaos.scaled(1, 6);

    private static final int NOBODY = 1;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer().disturbed();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger(StoreClock.of(server));

    @Test
    void nothingIsLostEarlyOrDoubled() {
        DelayQueueEngine engine = engines.start(engines.consuming(ledger, 4));
        Duration longerThanAnyRepetition = Duration.ofMillis(2_500);
        try (Load load = new Load(engine.service(), () -> engines.task(longerThanAnyRepetition), ledger)) {
            for (int round = 0; round < ROUNDS; round++) {
                load.awaitMore(100);
                int failed = load.unconfirmed();
                replicate(true);
                await().until(() -> load.unconfirmed() > failed);
                int before = ledger.size();
                replicate(false);
                load.awaitMore(100);
                await().until(() -> ledger.size() >= before + 100);
            }
            assertThat(load.failures()).allMatch(failure -> failure.getMessage().contains("READONLY"));
        }
        await().until(() -> ledger.lost().isEmpty());
        ledger.conclude("master made a replica", ROUNDS, 0);
    }

    private void replicate(boolean on) {
        try (Jedis jedis = server.connect()) {
            if (on) {
                jedis.replicaof(server.host(), NOBODY);
            } else {
                jedis.replicaofNoOne();
            }
        }
    }
}
