package io.delayqueue.scenario;

import static org.awaitility.Awaitility.await;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientPauseMode;

/** Redis answers no client, or no writer, for a while: for less than the time-out of a call, and for more. */
@Tag(Chaos.TAG)
class ClientPauseIT {

    private static final int ROUNDS = Chaos.scaled(2, 12);

    /** Nothing is cut short by it, and nothing waits for its end. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static final int MAX_MILLIS = 3_000;

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger(StoreClock.of(server));

    private final Random random = Chaos.random(getClass());

    @Test
    void nothingIsLostEarlyOrDoubled() {
        DelayQueueEngine engine =
                engines.start(engines.consuming(ledger, 4).andThen(TestEngines.settings(LEASE, Duration.ofSeconds(1))));
        // A repeated add finds the first one: it is not due before all repetitions are over.
        Duration longerThanAnyRepetition = Duration.ofMillis(2_500);
        try (Load load = new Load(engine.service(), () -> engines.task(longerThanAnyRepetition), ledger)) {
            load.awaitMore(50);
            for (int round = 0; round < ROUNDS; round++) {
                ClientPauseMode mode = ClientPauseMode.values()[round % 2];
                int before = ledger.size();
                pause(1 + random.nextInt(MAX_MILLIS), mode);
                load.awaitMore(50);
                await().until(() -> ledger.size() > before + 50);
            }
        }
        await().until(() -> ledger.lost().isEmpty());
        ledger.conclude("client pause", ROUNDS, 0);
    }

    private void pause(int millis, ClientPauseMode mode) {
        try (Jedis jedis = server.connect()) {
            jedis.clientPause(millis, mode);
        }
    }
}
