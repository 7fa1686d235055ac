package io.delayqueue.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.migrate.MigrationReport.Figure;
import io.delayqueue.testing.OwnThread;
import io.delayqueue.testing.RedisCluster;
import io.delayqueue.testing.RedisSentinels;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.RedisServerBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/** Servers that are full, away, of another kind or set up badly. */
class TroubledRedisIT {

    @RegisterExtension
    final Shop shop = new Shop();

    private final long later = System.currentTimeMillis() + 3_600_000;

    private OldQueue on(RedisServer server) {
        return new OldQueue(server.client(), shop.queue());
    }

    private RedisServer server(String... config) {
        RedisServerBuilder builder = RedisServer.builder();
        for (String line : config) {
            builder.config(line);
        }
        return shop.closing(builder.start());
    }

    /** The very user who leaves. */
    @Test
    void fullSourceShouldBeLeft() {
        RedisServer full = server("maxmemory-policy noeviction");
        OldQueue old = on(full);
        old.offerNumbered("t", 0, 3_000, later);
        full.client().configSet("maxmemory", "1mb");
        assertThatThrownBy(() -> full.client().set("more", "text")).hasMessageContaining("OOM");
        assertThat(shop.from(old.source()).build().move().count(Figure.MOVED)).isEqualTo(3_000);
        old.assertClean();
        assertThat(shop.tasks()).isEqualTo(3_000);
    }

    @Test
    void fullTargetShouldStopTheMoveAndLoseNothing() {
        RedisServer full = server("maxmemory-policy noeviction");
        OldQueue old = OldQueue.of(shop);
        old.offerNumbered("t", 0, 1_200, later);
        Shop there = shop.closing(Shop.on(full));
        Migration migration = there.from(old.source()).build();
        migration.plan();
        full.client().configSet("maxmemory", "1mb");
        assertThatThrownBy(migration::move)
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("The Redis of the target has no memory left");
        assertThat(old.waiting() + shop.server().client().zcard(old.taken())).isEqualTo(1_200);
        full.client().configSet("maxmemory", "0");
        MigrationReport report = there.from(old.source()).build().move();
        assertThat(report.count(Figure.MOVED)).isEqualTo(1_200);
        assertThat(report.count(Figure.TAKEN_EARLIER)).isPositive();
        old.assertClean();
    }

    @Test
    void sourceThatEvictsShouldBeRefused() {
        OldQueue old = on(server("maxmemory-policy allkeys-lru"));
        old.offer("t", later);
        assertThatThrownBy(() -> shop.from(old.source()).build().move())
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("CONFIG SET maxmemory-policy noeviction");
        assertThat(old.waiting()).isEqualTo(1);
    }

    @Test
    void sourceThatIsAwayShouldBeTriedAgain() {
        RedisServer source = shop.closing(RedisServer.builder().appendOnly().start());
        OldQueue old = on(source);
        old.offerNumbered("t", 0, 1_200, later);
        RedisClient impatient = shop.closing(source.client(DefaultJedisClientConfig.builder()));
        Migration migration =
                shop.from(RedissonQueue.of(impatient, shop.queue())).build();
        AtomicBoolean killed = new AtomicBoolean();
        migration.after = step -> {
            if (step.equals("added") && killed.compareAndSet(false, true)) {
                source.kill();
                OwnThread.start(source::restart);
            }
        };
        assertThat(migration.move().count(Figure.MOVED)).isEqualTo(1_200);
        on(source).assertClean();
    }

    @Test
    void sourceThatStaysAwayShouldStopTheMove() {
        RedisServer source = server();
        OldQueue old = on(source);
        old.offerNumbered("t", 0, 1_200, later);
        RedisClient impatient =
                shop.closing(source.client(DefaultJedisClientConfig.builder().timeoutMillis(200)));
        Migration migration =
                shop.from(RedissonQueue.of(impatient, shop.queue())).build();
        migration.patience = Duration.ofMillis(500);
        migration.after = step -> {
            if (step.equals("added")) {
                source.freeze();
            }
        };
        assertThatThrownBy(migration::move)
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("The source did not answer, or refused: when it answers, move again");
        source.thaw();
        assertThat(shop.tasks()).isEqualTo(500);
        // The server may make the last call only now.
        shop.from(old.source()).build().move();
        old.assertClean();
        assertThat(shop.tasks()).isEqualTo(1_200);
        shop.assertNamesExpire();
    }

    @Test
    void clusterShouldBeASource() {
        OldQueue old = new OldQueue(RedisCluster.shared().client(), shop.queue());
        old.offerNumbered("t", 0, 1_200, later);
        old.redis().rpush(old.name(), "due");
        assertThat(shop.from(old.source().alsoDue()).build().move().count(Figure.MOVED))
                .isEqualTo(1_201);
        old.assertClean();
    }

    @Test
    void sentinelsShouldBeASource() {
        OldQueue old = new OldQueue(RedisSentinels.shared().client(), shop.queue());
        old.offerNumbered("t", 0, 1_200, later);
        assertThat(shop.from(old.source()).build().move().count(Figure.MOVED)).isEqualTo(1_200);
        old.assertClean();
    }
}
