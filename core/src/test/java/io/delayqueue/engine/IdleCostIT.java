package io.delayqueue.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisMonitor;
import redis.clients.jedis.exceptions.JedisException;

/** What an engine costs that has nothing to do. */
class IdleCostIT {

    private static final Duration WATCHED = Duration.ofSeconds(8);

    private final RedisServer server = RedisServer.start();

    private final TestEngines engines = new TestEngines();

    private final Queue<String> commands = new ConcurrentLinkedQueue<>();

    private final Jedis watching = new Jedis(server.hostAndPort());

    @AfterEach
    void close() {
        watching.close();
        engines.close();
        server.close();
    }

    @Test
    void atMostTwoCommandsASecond() {
        Ledger ledger = new Ledger();
        DelayQueueEngine engine = engines.start(TestEngines.backend(server), engines.consuming(ledger, 4));
        ledger.added(engine.service().addTask(engines.task(Duration.ZERO)).id());
        await().until(() -> ledger.lost().isEmpty());
        await().until(() -> engine.service()
                .findTask(engines.group(), ledger.runs().get(0).id())
                .isEmpty());

        watch();
        Jedis marking = new Jedis(server.hostAndPort());
        marking.echo("begin");
        await().pollDelay(WATCHED).atMost(WATCHED.multipliedBy(2)).until(() -> true);
        marking.echo("end");
        marking.close();
        await().until(() -> commands.stream().anyMatch(line -> line.contains("\"end\"")));
        assertThat(between()).as("commands in " + WATCHED).hasSizeLessThanOrEqualTo((int) WATCHED.toSeconds() * 2);
        assertThat(between()).as("signs of life").isNotEmpty();
    }

    /** Hears each command, those inside scripts too, which it leaves out. */
    private void watch() {
        CompletableFuture.runAsync(() -> {
            try {
                watching.monitor(new JedisMonitor() {
                    @Override
                    public void onCommand(String command) {
                        if (!command.contains(" lua]")) {
                            commands.add(command);
                        }
                    }
                });
            } catch (JedisException e) {
                // closed: the test is over
            }
        });
        await().until(() -> {
            server.client().ping();
            return !commands.isEmpty();
        });
    }

    private List<String> between() {
        List<String> all = List.copyOf(commands);
        return all.stream()
                .dropWhile(line -> !line.contains("\"begin\""))
                .skip(1)
                .takeWhile(line -> !line.contains("\"end\""))
                .toList();
    }
}
