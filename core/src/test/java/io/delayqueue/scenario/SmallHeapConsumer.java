package io.delayqueue.scenario;

import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The main class of a JVM with little memory that consumes a topic until its standard input ends. */
final class SmallHeapConsumer {

    private SmallHeapConsumer() {}

    static Process start(String host, int port, String group) throws IOException {
        return OtherJvm.start(List.of("-Xmx48m"), SmallHeapConsumer.class, host, port, group);
    }

    public static void main(String[] arguments) throws IOException {
        DelayQueueEngineBuilder builder = DelayQueueEngine.builder(
                        RedisBackend.connect(arguments[0], Integer.parseInt(arguments[1])))
                .callback(TestEngines.topicCallback(
                        arguments[2],
                        (payload, context) -> {},
                        TopicOptions.builder().concurrency(2).maxAttempts(1_000).build()));
        TestEngines.settings(Duration.ofSeconds(30), Duration.ofSeconds(1)).accept(builder);
        builder.build().start();
        OtherJvm.endWithInput();
    }
}
