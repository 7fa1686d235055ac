package io.delayqueue.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.OtherJvm;
import io.delayqueue.testing.RedisServer;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The main class of a JVM that consumes two topics of one group, which share a concurrency, and one topic of another group, which has a rate and a
 * concurrency. It writes the start of each callback to a file.
 */
final class LimitedConsumer {

    static final Duration LEASE = Duration.ofSeconds(2);

    static final String SHARED = "shared";

    static final List<String> SHARING = List.of("a", "b");

    static final String RATED = "c";

    static final int CONCURRENCY = 8;

    /** No disturbance may cost a task its life. */
    private static final int MAX_ATTEMPTS = 100;

    private final OutputStream file;

    private LimitedConsumer(OutputStream file) {
        this.file = file;
    }

    /**
     * Starts a JVM.
     *
     * @param file takes its lines
     * @param sharing the group of the topics that share a limit
     * @param rated the group of the topic with a rate
     */
    static Process start(RedisServer server, Path file, String sharing, String rated) throws IOException {
        return OtherJvm.start(LimitedConsumer.class, server.host(), server.port(), file, sharing, rated);
    }

    /** Reads what a JVM has written, without a line that it has not ended. */
    static Stream<Ledger.Run> read(Path file) throws IOException {
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(line -> {
            String[] words = line.split(" ");
            return new Ledger.Run(
                    words[0], Integer.parseInt(words[1]), Instant.parse(words[2]), Instant.parse(words[3]));
        });
    }

    public static void main(String[] arguments) throws IOException {
        try (OutputStream file = new FileOutputStream(arguments[2], true)) {
            LimitedConsumer consumer = new LimitedConsumer(file);
            DelayQueueEngineBuilder builder = DelayQueueEngine.builder(
                            RedisBackend.connect(arguments[0], Integer.parseInt(arguments[1])))
                    .limit(Limit.of(arguments[3], SHARED).concurrency(6));
            SHARING.forEach(topic -> builder.callback(
                    consumer.callback(arguments[3], topic, new TopicLimits(null, null, Set.of(SHARED)))));
            builder.callback(
                    consumer.callback(arguments[4], RATED, new TopicLimits(16, Rate.valueOf("100/s"), Set.of())));
            TestEngines.settings(LEASE, Duration.ofSeconds(1)).accept(builder);
            builder.build().start();
            OtherJvm.endWithInput();
        }
    }

    private TopicCallback callback(String group, String topic, TopicLimits limits) {
        TopicOptions options = TopicOptions.builder()
                .concurrency(CONCURRENCY)
                .maxAttempts(MAX_ATTEMPTS)
                .limits(limits)
                .build();
        return new TopicCallback(
                new TopicName(group, topic), Object.class, (payload, context) -> call(context), options, "test");
    }

    private void call(TaskContext context) throws IOException {
        List<Object> words = List.of(context.id(), context.attempt(), context.dueAt(), Instant.now());
        file.write((String.join(" ", words.stream().map(Object::toString).toList()) + "\n").getBytes(UTF_8));
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int millis = random.nextInt(100) == 0 ? 300 : random.nextInt(5, 20);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
