package io.delayqueue.scenario;

import static org.awaitility.Awaitility.await;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A network that is slow, cuts connections wherever they are, and falls silent, always for less than a lease. */
@Tag(Chaos.TAG)
class BadNetworkIT {

    private static final int ROUNDS = Chaos.scaled(5, 25);

    private static final int MAX_MILLIS = Chaos.scaled(1_500, 2_500);

    private static final Duration LEASE = Duration.ofSeconds(10);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final TcpProxy proxy = engines.closing(TcpProxy.to(server));

    private final TcpProxy otherProxy = engines.closing(TcpProxy.to(server));

    private final Ledger ledger = new Ledger(StoreClock.of(server));

    private final Random random = Chaos.random(getClass());

    private enum Trouble {
        DELAY {
            @Override
            void begin(TcpProxy proxy, Random random) {
                proxy.delay(Duration.ofMillis(20 + random.nextInt(130)));
            }

            @Override
            void end(TcpProxy proxy) {
                proxy.delay(Duration.ZERO);
            }
        },
        CUTS {
            @Override
            void begin(TcpProxy proxy, Random random) {
                proxy.cutAll();
            }
        },
        CUT_REPLIES {
            @Override
            void begin(TcpProxy proxy, Random random) {
                proxy.cutMidReply();
            }
        },
        LOST_REPLIES {
            @Override
            void begin(TcpProxy proxy, Random random) {
                proxy.dropReplies(true);
            }

            @Override
            void end(TcpProxy proxy) {
                proxy.dropReplies(false);
            }
        },
        SILENCE {
            @Override
            void begin(TcpProxy proxy, Random random) {
                proxy.blackHole(true);
            }

            @Override
            void end(TcpProxy proxy) {
                proxy.blackHole(false);
            }
        };

        abstract void begin(TcpProxy proxy, Random random);

        void end(TcpProxy proxy) {
            proxy.cutAll();
        }
    }

    @Test
    void nothingIsLostEarlyOrDoubled() {
        DelayQueueEngine engine = start(proxy);
        start(otherProxy);
        // A repeated add finds the first one: it is not due before all repetitions are over.
        Duration longerThanAnyRepetition = Duration.ofSeconds(5);
        try (Load load = new Load(engine.service(), () -> engines.task(longerThanAnyRepetition), ledger)) {
            load.awaitMore(50);
            for (int round = 0; round < ROUNDS; round++) {
                Trouble trouble = Trouble.values()[round % Trouble.values().length];
                TcpProxy bad = random.nextInt(3) == 0 ? otherProxy : proxy;
                trouble.begin(bad, random);
                await().during(Duration.ofMillis(random.nextInt(MAX_MILLIS))).until(() -> true);
                trouble.end(bad);
                load.awaitMore(50);
            }
        }
        await().until(() -> ledger.lost().isEmpty());
        ledger.conclude("bad network", ROUNDS, 0);
    }

    private DelayQueueEngine start(TcpProxy through) {
        return engines.start(
                RedisBackend.connect(through.host(), through.port()),
                engines.consuming(ledger, 4).andThen(TestEngines.settings(LEASE, Duration.ofSeconds(1))));
    }
}
