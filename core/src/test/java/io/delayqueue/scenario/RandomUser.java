package io.delayqueue.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.testing.OtherJvm;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/** The main class of a JVM with an engine and some threads that {@linkplain RandomUse use it at random}, until it is stopped or killed. */
final class RandomUser implements AutoCloseable {

    static final Duration LEASE = Duration.ofSeconds(3);

    /** Of calls: a use that fails ends the test. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final int THREADS = 3;

    /** No crash may cost a task its life. */
    private static final int MAX_ATTEMPTS = 50;

    private final DelayQueueEngine engine;

    private final AtomicBoolean using = new AtomicBoolean(true);

    private final List<CompletableFuture<Void>> threads;

    /**
     * Begins.
     *
     * @param name of the connections, and part of what is added
     */
    private RandomUser(HostAndPort server, UseJournal journal, String name, long seed, List<String> groups) {
        RedisConnections connections =
                new RedisConnections(client(server, name), client(server, name), server.toString(), TIMEOUT);
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(new RedisBackend(connections));
        TestEngines.settings(LEASE, Duration.ofSeconds(5)).accept(builder);
        TopicOptions options = TopicOptions.builder()
                .concurrency(4)
                .maxAttempts(MAX_ATTEMPTS)
                .retryPolicy(ExponentialBackoff.fixed(Duration.ofMillis(20)))
                .history(HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE))
                .build();
        for (String group : groups) {
            for (String topic : RandomUse.TOPICS) {
                builder.callback(new TopicCallback(
                        new TopicName(group, topic),
                        Object.class,
                        (payload, context) -> RandomUse.call(journal, payload, context),
                        options,
                        "test"));
            }
        }
        engine = builder.build();
        engine.start();
        threads = IntStream.range(0, THREADS)
                .mapToObj(number -> new RandomUse(engine.service(), journal, name + "." + number, seed, groups))
                .map(use -> CompletableFuture.runAsync(
                        () -> use.use(using::get), task -> new Thread(task, "random use").start()))
                .toList();
    }

    private static RedisClient client(HostAndPort server, String name) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(-1);
        return RedisClient.builder()
                .hostAndPort(server)
                .clientConfig(DefaultJedisClientConfig.builder()
                        .clientName(name)
                        .timeoutMillis((int) TIMEOUT.toMillis())
                        .build())
                .poolConfig(pool)
                .build();
    }

    /** Uses no more, and consumes on. Fails if a use failed. */
    private void stopUsing() {
        using.set(false);
        threads.forEach(CompletableFuture::join);
    }

    @Override
    public void close() {
        using.set(false);
        engine.close();
    }

    /**
     * Starts a JVM that writes its journal to a file.
     *
     * @param classPath where its classes are: of this version or of another, whose arguments and journal are the same
     */
    static Process start(String classPath, HostAndPort server, Path file, String name, long seed, List<String> groups)
            throws IOException {
        return OtherJvm.start(
                classPath, List.of(), RandomUser.class, server, file, name, seed, String.join(",", groups));
    }

    /** Stops using at the first line of its standard input, and ends when that does. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        try (OutputStream file = new FileOutputStream(arguments[1], true)) {
            UseJournal journal = new UseJournal(line -> append(file, line));
            RandomUser user = new RandomUser(
                    HostAndPort.from(arguments[0]),
                    journal,
                    arguments[2],
                    Long.parseLong(arguments[3]),
                    List.of(arguments[4].split(",")));
            if (orders.readLine() != null) {
                user.stopUsing();
                append(file, UseJournal.STOPPED);
            }
            while (orders.readLine() != null) {
                // nothing more to do
            }
            user.close();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void append(OutputStream file, String line) {
        try {
            file.write((line + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
