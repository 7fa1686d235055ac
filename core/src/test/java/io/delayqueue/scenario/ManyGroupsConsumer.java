package io.delayqueue.scenario;

import io.delayqueue.TaskContext;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.OtherJvm;
import io.delayqueue.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import redis.clients.jedis.RedisClient;

/** The main class of a JVM that consumes many groups, and notes each run on a server of its own, until it is killed. */
final class ManyGroupsConsumer {

    static final String RUNS = "runs";

    private ManyGroupsConsumer() {}

    static Process start(RedisServer server, RedisServer notes, int groups, Duration lease) throws IOException {
        return OtherJvm.start(
                ManyGroupsConsumer.class,
                server.host(),
                server.port(),
                notes.host(),
                notes.port(),
                groups,
                lease.toMillis());
    }

    static List<String> groups(int number) {
        return IntStream.range(0, number).mapToObj(i -> "g" + i).toList();
    }

    static Ledger.Run read(String line) {
        String[] words = line.split(" ");
        return new Ledger.Run(words[0], Integer.parseInt(words[1]), Instant.parse(words[2]), Instant.parse(words[3]));
    }

    public static void main(String[] arguments) throws IOException {
        RedisClient notes = RedisClient.create(arguments[2], Integer.parseInt(arguments[3]));
        DelayQueueEngineBuilder builder =
                DelayQueueEngine.builder(RedisBackend.connect(arguments[0], Integer.parseInt(arguments[1])));
        TopicOptions options =
                TopicOptions.builder().concurrency(2).maxAttempts(100).build();
        groups(Integer.parseInt(arguments[4]))
                .forEach(group -> builder.callback(
                        TestEngines.topicCallback(group, (payload, context) -> note(notes, context), options)));
        TestEngines.settings(Duration.ofMillis(Long.parseLong(arguments[5])), Duration.ofSeconds(1))
                .accept(builder);
        builder.build().start();
        OtherJvm.endWithInput();
    }

    private static void note(RedisClient notes, TaskContext context) {
        List<Object> words = List.of(context.id(), context.attempt(), context.dueAt(), Instant.now());
        notes.rpush(RUNS, String.join(" ", words.stream().map(Object::toString).toList()));
    }
}
