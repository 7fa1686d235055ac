package io.delayqueue.scenario;

import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TestPorts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Due tasks of a quiet topic while the thread that waits for signals is held up, for instance by calls for a busy topic. */
class BusySignalsIT {

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    /** Gives no signal until it is released. */
    private static final class HeldUp implements Signals {

        private final CompletableFuture<List<TopicName>> waiting = new CompletableFuture<>();

        private final CompletableFuture<Void> released = new CompletableFuture<>();

        @Override
        public TopicName await(List<TopicName> topics, String instance, Duration atMost) {
            if (topics.size() == 2) {
                waiting.complete(topics);
            }
            released.join();
            return null;
        }

        @Override
        public void interruptWait(String group, String instance) {}
    }

    @Test
    void dueTaskOfAQuietTopicDoesNotWaitForTheThreadThatWaitsForSignals() {
        HeldUp signals = new HeldUp();
        AtomicInteger runs = new AtomicInteger();
        try {
            DelayQueueEngine engine = engines.start(
                    TestPorts.with(engines.backend(), Signals.class, signals), builder -> List.of("quiet", "other")
                            .forEach(topic -> builder.callback(
                                    engines.group(),
                                    topic,
                                    Object.class,
                                    (payload, context) -> runs.incrementAndGet())));
            signals.waiting.join();
            engines.add(
                    engine, Task.of(engines.group(), "other").at(Instant.now().plusSeconds(3600)));
            engines.add(engine, Task.of(engines.group(), "quiet").at(Instant.now()));
            await().until(() -> runs.get() == 1);
        } finally {
            signals.released.complete(null);
        }
    }
}
