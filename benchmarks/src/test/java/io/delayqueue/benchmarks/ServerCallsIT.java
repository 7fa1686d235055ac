package io.delayqueue.benchmarks;

import static java.util.stream.Collectors.counting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.MeasuredServer;
import io.delayqueue.testing.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisMonitor;
import redis.clients.jedis.exceptions.JedisException;

/** Calls counted by the server's statistics equal those of its MONITOR. */
class ServerCallsIT {

    private static final String TOPIC = "calls";

    private static final int TASKS = 1_000;

    /** Rare calls of an idle engine that scripts make too, so that the statistics do not tell them apart. They are not counted. */
    private static final Set<String> OF_SCRIPTS_TOO = Set.of("publish", "zrange", "zrem", "zscan");

    private final MeasuredServer server = MeasuredServer.start();

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    private final Jedis listening =
            new Jedis(server.address().host(), server.address().port());

    @AfterEach
    void close() {
        listening.close();
        server.close();
    }

    static Stream<String> contenders() {
        return Catalog.CONTENDERS.stream().map(Contender::name);
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void countIsThatOfTheMonitor(String name) throws Exception {
        listen();
        AtomicInteger arrived = new AtomicInteger();
        try (OpenQueue queue = contender(name).open(server.address())) {
            queue.adding(Items.due(TOPIC, System.currentTimeMillis() + 500, TASKS))
                    .run();
            long begin = server.calls();
            queue.consume(List.of(TOPIC), payload -> arrived.incrementAndGet());
            await().until(() -> arrived.get() >= TASKS);
            rest();
            long drained = server.calls();
            rest();
            long idle = server.calls();
            // For a moment between two of its calls a client is not blocked.
            long waiting =
                    IntStream.range(0, 100).mapToLong(look -> blocked()).max().orElseThrow();

            await().until(() -> windows().size() == 4);
            assertCount(drained - begin, windows().get(1), waiting);
            assertCount(idle - drained, windows().get(2), waiting);
            assertThat(drained - begin).isPositive();
        }
    }

    /** A blocking call is monitored at its start, and counted at its end. */
    private static void assertCount(long counted, List<String> window, long waiting) {
        Map<String, Long> names = window.stream().collect(Collectors.groupingBy(ServerCallsIT::command, counting()));
        assertThat(counted).as("heard %s", names).isCloseTo(window.size(), within(waiting));
    }

    private static Contender contender(String name) {
        return Catalog.CONTENDERS.stream()
                .filter(contender -> contender.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static void rest() {
        await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
    }

    private long blocked() {
        Matcher matcher = Pattern.compile("blocked_clients:(\\d+)")
                .matcher(server.client().info("clients"));
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Calls of clients between two reads of the statistics, without those of scripts. */
    private List<List<String>> windows() {
        List<List<String>> windows = new ArrayList<>(List.of(new ArrayList<>()));
        for (String line : heard) {
            if (line.toLowerCase(Locale.ROOT).endsWith("\"info\" \"commandstats\"")) {
                windows.add(new ArrayList<>());
            } else if (!line.contains(" lua]")
                    && !command(line).equalsIgnoreCase("info")
                    && !OF_SCRIPTS_TOO.contains(command(line).toLowerCase(Locale.ROOT))) {
                windows.get(windows.size() - 1).add(line);
            }
        }
        return windows;
    }

    private static String command(String line) {
        return line.replaceFirst("^[^\"]*\"([^\"]*)\".*$", "$1");
    }

    private void listen() {
        CompletableFuture.runAsync(
                () -> {
                    try {
                        listening.monitor(new JedisMonitor() {
                            @Override
                            public void onCommand(String command) {
                                heard.add(command);
                            }
                        });
                    } catch (JedisException e) {
                        // closed: the test is over
                    }
                },
                OwnThread::start);
        await().until(() -> {
            server.client().ping();
            return !heard.isEmpty();
        });
    }
}
