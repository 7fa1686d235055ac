package io.delayqueue.engine;

import static org.awaitility.Awaitility.await;

import io.delayqueue.chaos.Chaos;
import io.delayqueue.chaos.StoreClock;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A network that is slow, cuts connections wherever they are, and falls silent, always for less than a lease. */
@Tag(Chaos.TAG)
class BadNetworkIT {

    private static final int ROUNDS = Chaos.rounds(2, 12);

    private static final Duration LEASE = Duration.ofSeconds(10);

    private final RedisServer server = RedisServer.start();

    private final TcpProxy proxy = TcpProxy.to(server);

    private final TcpProxy otherProxy = TcpProxy.to(server);

    private final TestEngines engines = new TestEngines();

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

    @AfterEach
    void close() {
        engines.close();
        proxy.close();
        otherProxy.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostEarlyOrDoubled(Trouble trouble) {
        DelayQueueEngine engine = start(proxy);
        start(otherProxy);
        // A repeated add finds the first one: it is not due before all repetitions are over.
        Duration longerThanAnyRepetition = Duration.ofSeconds(6);
        try (Load load = new Load(engine.service(), () -> engines.task(longerThanAnyRepetition), ledger)) {
            load.awaitMore(50);
            for (int round = 0; round < ROUNDS; round++) {
                TcpProxy bad = random.nextInt(3) == 0 ? otherProxy : proxy;
                int before = ledger.size();
                trouble.begin(bad, random);
                await().during(Duration.ofMillis(random.nextInt(2_500))).until(() -> true);
                trouble.end(bad);
                load.awaitMore(50);
                await().atMost(Duration.ofSeconds(30)).until(() -> ledger.size() > before + 50);
            }
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> ledger.lost().isEmpty());
        ledger.conclude("network: " + trouble, ROUNDS, 0);
    }

    private DelayQueueEngine start(TcpProxy through) {
        return engines.start(
                RedisBackend.connect(through.host(), through.port()),
                engines.consuming(ledger, 4).andThen(TestEngines.settings(LEASE, Duration.ofSeconds(1))));
    }
}
