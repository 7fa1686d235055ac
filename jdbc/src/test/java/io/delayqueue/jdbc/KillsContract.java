package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.delayqueue.TaskInfo;
import io.delayqueue.chaos.Chaos;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.OtherJvm;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import redis.clients.jedis.Jedis;

/**
 * Two processes that order and ship are killed again and again, and stopped for longer than a lease. No order is lost, none is shipped
 * twice, and shared tasks stay in order.
 */
@Tag(Chaos.TAG)
abstract class KillsContract {

    /** At least; there are more until the orders suffice. */
    private static final int KILLS = Chaos.scaled(3, 50);

    private static final int STOPS = Chaos.scaled(1, 10);

    /** At least. */
    private static final int ORDERS = Chaos.scaled(300, 10_000);

    /** How many times {@link KilledShop#ORDERS} a process makes between two kills at most. */
    private static final int ROUND = Chaos.scaled(1, 3);

    private static final Duration STOP = KilledShop.LEASE.multipliedBy(3);

    @RegisterExtension
    final Closing closing = new Closing();

    private final Random random = Chaos.random(getClass());

    private final List<Life> lives = new ArrayList<>();

    private TestDatabase database;

    private JdbcTemplate jdbc;

    private RedisServer redis;

    /** Creates an empty database. */
    abstract TestDatabase create();

    /** A process of the shop. */
    private final class Life {

        private final Process process;

        /** How many orders the process was let make. */
        private int given;

        Life() throws IOException {
            process = closing.killing(
                    OtherJvm.start(KilledShop.class, database.url(), database.user(), redis.host(), redis.port()));
            give();
        }

        /** Lets the process make more orders. */
        void give() throws IOException {
            process.getOutputStream().write(new byte[ROUND]);
            process.getOutputStream().flush();
            given += ROUND * KilledShop.ORDERS;
        }

        long made() {
            return count("orders where life = " + process.pid());
        }

        void kill() {
            process.destroyForcibly().onExit().join();
        }

        /** Lets the process stand still. */
        void stop() throws Exception {
            signal("STOP");
            long end = redisMillis() + STOP.toMillis();
            awaitUntil(() -> redisMillis() > end);
            signal("CONT");
        }

        private void signal(String name) throws Exception {
            int code = new ProcessBuilder("env", "LC_ALL=C", "kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .onExit()
                    .join()
                    .exitValue();
            assertThat(code).isZero();
        }
    }

    private static void awaitUntil(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    private long redisMillis() {
        try (Jedis jedis = redis.connect()) {
            List<String> time = jedis.time();
            return Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000;
        }
    }

    private long count(String from) {
        return Objects.requireNonNull(jdbc.queryForObject("select count(*) from " + from, Long.class));
    }

    private void prepare() {
        database = closing.closing(create());
        HikariDataSource dataSource = closing.closing(database.pool(2));
        database.createTables(dataSource);
        jdbc = new JdbcTemplate(dataSource);
        jdbc.execute("create table orders (id varchar(40) primary key, life bigint)");
        jdbc.execute("create index orders_life on orders (life)");
        jdbc.execute(
                "create table deliveries (id varchar(40), delivery bigint, attempt int, primary key (id, delivery))");
        jdbc.execute("create table effects (id varchar(40))");
        jdbc.execute("create index effects_id on effects (id)");
        jdbc.execute("create table chains (id int primary key, last_number int)");
        for (int i = 0; i < KilledShop.CHAINS; i++) {
            jdbc.update("insert into chains (id, last_number) values (?, 0)", i);
        }
        redis = closing.closing(RedisServer.start());
    }

    @Test
    void killsShouldLoseNothingAndRepeatNoEffect() throws Exception {
        long began = System.nanoTime();
        prepare();
        lives.addAll(List.of(new Life(), new Life()));
        int kills = 0;
        int stops = 0;
        while (kills < KILLS || count("orders") < ORDERS) {
            awaitUntil(() -> lives.get(0).made() > 0 && lives.get(1).made() > 0);
            // Both have something to do.
            lives.get(0).give();
            if (kills % (KILLS / STOPS) == 0) {
                lives.get(random.nextInt(2)).stop();
                stops++;
            }
            long enough = count("orders") + random.nextInt(ROUND * KilledShop.ORDERS);
            awaitUntil(() -> count("orders") >= enough || areIdle());
            lives.remove(random.nextInt(2)).kill();
            // The newer one is the second.
            lives.add(new Life());
            kills++;
        }
        awaitUntil(this::areIdle);
        awaitUntil(() -> count("DELAYQUEUE_OUTBOX") == 0
                && redis.client().hlen("{" + KilledShop.GROUP + "}:DETAIL") == count("chains where last_number > 0"));
        Map<String, Long> failures = failures();
        System.out.println(getClass().getSimpleName() + ": seed " + Chaos.seed() + ", "
                + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s, " + kills + " kills, "
                + stops + " stops, " + count("orders") + " orders, "
                + count("deliveries") + " deliveries, "
                + jdbc.queryForObject("select sum(last_number) from chains", Long.class)
                + " replacements of shared tasks, " + failures);
        assertThat(failures)
                .allSatisfy((name, number) -> assertThat(number).as(name).isZero());
    }

    /** Whether all orders are made that the processes were let make. */
    private boolean areIdle() {
        return lives.stream().allMatch(life -> life.made() == life.given);
    }

    /** How often there was what must not be. */
    private Map<String, Long> failures() {
        Map<String, Long> failures = new LinkedHashMap<>();
        failures.put("lost", count("orders o where not exists (select 1 from effects e where e.id = o.id)"));
        failures.put("second effects", count("effects") - count("(select distinct id from effects) e"));
        failures.put(
                "effects of what was rolled back",
                count("effects e where not exists (select 1 from orders o where o.id = e.id)"));
        // The attempts of one task grow with its deliveries. Those of a second task with its id start at 1.
        failures.put(
                "second tasks",
                count("deliveries d where exists (select 1 from deliveries e"
                        + " where e.id = d.id and e.delivery < d.delivery and e.attempt >= d.attempt)"));
        failures.put("wrong shared tasks", wrongChains());
        return failures;
    }

    /** Counts the shared tasks that are not those of the last commit. */
    private long wrongChains() {
        DelayQueueEngine engine =
                closing.closing(DelayQueueEngine.builder(RedisBackend.connect(redis.host(), redis.port()))
                        .build());
        return jdbc
                .query("select id, last_number from chains", (row, i) -> engine.service()
                        .findTask(KilledShop.GROUP, "chain-" + row.getInt(1))
                        .map(TaskInfo::payload)
                        .map(Integer::valueOf)
                        .orElse(0)
                        .equals(row.getInt(2)))
                .stream()
                .filter(right -> !right)
                .count();
    }
}
