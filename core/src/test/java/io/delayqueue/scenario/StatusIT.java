package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import io.delayqueue.monitor.EngineStatus.TopicStatus;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Status of an engine. */
class StatusIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final CountDownLatch release = engines.gate();

    private DelayQueueEngine engine() {
        return engines.build(
                TestEngines.impatientBackend(server),
                engines.consuming((payload, context) -> release.await(), 3).andThen(builder -> builder.name("shop")));
    }

    private static GroupStatus group(DelayQueueEngine engine) {
        assertThat(engine.status().groups()).hasSize(1);
        return engine.status().groups().get(0);
    }

    private static TopicStatus topic(DelayQueueEngine engine) {
        assertThat(group(engine).topics()).hasSize(1);
        return group(engine).topics().get(0);
    }

    @Test
    void engineThatDoesNotRunWorksForNoGroup() {
        DelayQueueEngine engine = engine();
        EngineStatus idle = new EngineStatus(
                "shop",
                engine.instance(),
                server.address(),
                null,
                false,
                null,
                null,
                null,
                List.of(),
                List.of(),
                Map.of(),
                Set.of());
        assertThat(engine.status()).isEqualTo(idle);
        engine.start();
        assertThat(engine.status().running()).isTrue();
        assertThat(group(engine).group()).isEqualTo(engines.group());
        engine.stop();
        assertThat(engine.status()).isEqualTo(idle);
    }

    @Test
    void engineThatStopsDoesNotRunFromTheBeginningOfItsStop() {
        DelayQueueEngine engine = engine();
        engine.start();
        engine.service().addTask(engines.task(Duration.ZERO));
        await().until(() -> topic(engine).running() == 1);
        CountDownLatch stopped = new CountDownLatch(1);
        engine.stopAsync(stopped::countDown);
        await().until(() -> !engine.status().running());
        assertThat(engine.isRunning()).isTrue();
        assertThat(topic(engine).running()).isEqualTo(1);
        release.countDown();
        await().until(() -> stopped.getCount() == 0);
        assertThat(engine.isRunning()).isFalse();
        engine.start();
        assertThat(engine.status().running()).isTrue();
    }

    @Test
    void permitsAreTakenWhileCallbacksRun() {
        DelayQueueEngine engine = engine();
        engine.start();
        TopicName name = new TopicName(engines.group(), TestEngines.TOPIC);
        assertThat(topic(engine)).isEqualTo(new TopicStatus(name, 3, 0, 0, 0, 0, null));
        assertThat(topic(engine).free()).isEqualTo(3);
        engine.service().addTask(engines.task(Duration.ZERO));
        await().until(() -> topic(engine).running() == 1);
        assertThat(topic(engine).free()).isEqualTo(2);
        for (int i = 0; i < 4; i++) {
            engine.service().addTask(engines.task(Duration.ZERO));
        }
        await().until(() -> topic(engine).running() == 3);
        assertThat(topic(engine).free()).isZero();
        release.countDown();
        await().until(() -> topic(engine).running() == 0 && topic(engine).waiting() == 0);
    }

    @Test
    void agesShouldGrowDuringAnOutageAndTheOutageBeReported() {
        DelayQueueEngine engine = engine();
        engine.start();
        await().until(() -> group(engine).pushing());
        server.freeze();
        Duration silence = Duration.ofSeconds(4);
        await().until(() -> engine.status().outage() != null);
        await().until(() -> group(engine).sincePush().compareTo(silence) > 0
                && group(engine).sinceReserve().compareTo(silence) > 0);
        assertThat(group(engine).pushing()).isFalse();
        server.thaw();
        await().until(() -> group(engine).pushing());
        await().until(() -> engine.status().outage() == null);
        await().until(() -> group(engine).sincePush().compareTo(silence) < 0
                && group(engine).sinceReserve().compareTo(silence) < 0
                && group(engine).sinceAcknowledge().compareTo(silence) < 0);
    }
}
