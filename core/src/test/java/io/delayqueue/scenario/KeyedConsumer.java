package io.delayqueue.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.KeyOrder.OnRetry;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.OtherJvm;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.HostAndPort;

/**
 * The main class of a JVM that consumes two topics with keys. It writes the start of each callback to a file, and the end of one that is not to be
 * retried. Some callbacks fail, are postponed or make their task a dead letter. The JVM stops in order when it is asked to end.
 */
final class KeyedConsumer {

    static final Duration LEASE = Duration.ofSeconds(2);

    /** Tasks of a key run one after another. */
    static final String ORDERED = "ordered";

    /** Several tasks of a key run at once. */
    static final String WIDE = "wide";

    static final List<String> TOPICS = List.of(ORDERED, WIDE);

    static final Map<String, KeyOrder> ORDERS =
            Map.of(ORDERED, KeyOrder.DEFAULT, WIDE, new KeyOrder(3, OnRetry.LET_PASS));

    static final int CONCURRENCY = 8;

    /** No disturbance may cost a task its life. */
    private static final int MAX_ATTEMPTS = 100;

    private static final Duration RETRY = Duration.ofMillis(30);

    private final OutputStream file;

    private KeyedConsumer(OutputStream file) {
        this.file = file;
    }

    /** Starts a JVM whose lines a file takes. */
    static Process start(HostAndPort redis, Path file, String group) throws IOException {
        return OtherJvm.start(KeyedConsumer.class, redis.getHost(), redis.getPort(), file, group);
    }

    /** Reads what a JVM has written, without a line that it has not ended. */
    static Collection<KeyCheck.Lease> read(Path file) throws IOException {
        Map<String, KeyCheck.Lease> leases = new LinkedHashMap<>();
        String text = Files.readString(file);
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(line -> {
            String[] words = line.split(" ");
            KeyCheck.Lease begun = leases.get(words[0] + " " + words[1]);
            if (begun == null) {
                Ledger.Run run = new Ledger.Run(
                        words[1], Integer.parseInt(words[4]), Instant.parse(words[5]), Instant.parse(words[6]));
                begun = new KeyCheck.Lease(words[2], words[3], Long.parseLong(words[0]), run, null);
            } else {
                begun = new KeyCheck.Lease(
                        begun.topic(), begun.key(), begun.delivery(), begun.run(), Instant.parse(words[2]));
            }
            leases.put(words[0] + " " + words[1], begun);
        });
        return leases.values();
    }

    public static void main(String[] arguments) throws IOException {
        try (OutputStream file = new FileOutputStream(arguments[2], true)) {
            KeyedConsumer consumer = new KeyedConsumer(file);
            DelayQueueEngineBuilder builder =
                    DelayQueueEngine.builder(RedisBackend.connect(arguments[0], Integer.parseInt(arguments[1])));
            for (String topic : TOPICS) {
                TopicOptions options = TopicOptions.builder()
                        .concurrency(CONCURRENCY)
                        .maxAttempts(MAX_ATTEMPTS)
                        .retryPolicy(ExponentialBackoff.fixed(RETRY))
                        .keyOrder(ORDERS.get(topic))
                        .build();
                builder.callback(new TopicCallback(
                        new TopicName(arguments[3], topic),
                        Object.class,
                        (payload, context) -> consumer.call(context),
                        options,
                        "test"));
            }
            TestEngines.settings(LEASE, Duration.ofSeconds(1)).accept(builder);
            DelayQueueEngine engine = builder.build();
            Runtime.getRuntime().addShutdownHook(new Thread(engine::close));
            engine.start();
            OtherJvm.endWithInput();
        }
    }

    private void call(TaskContext context) throws IOException {
        write(
                context.delivery(),
                context.id(),
                context.topic(),
                context.key(),
                context.attempt(),
                context.dueAt(),
                Instant.now());
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int millis = random.nextInt(100) == 0 ? 200 : random.nextInt(2, 10);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        int fate = random.nextInt(100);
        if (fate < 8) {
            throw new IllegalStateException("failed");
        }
        if (fate < 12) {
            throw RetryTaskException.later(RETRY, "postponed");
        }
        write(context.delivery(), context.id(), Instant.now());
        if (fate < 14) {
            throw new RejectTaskException("rejected");
        }
    }

    private void write(Object... words) throws IOException {
        file.write(
                (String.join(" ", List.of(words).stream().map(Object::toString).toList()) + "\n").getBytes(UTF_8));
    }
}
