package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Costs of an idle engine: as much with many topics in a group as with one. */
class IdleCostIT {

    private static final Duration WATCHED = Duration.ofSeconds(6);

    /** A pool keeps eight that are idle; besides those, the wait, the subscription and the client of this test. */
    private static final int MAX_CONNECTIONS = 8 + 3;

    private static final Pattern CONNECTIONS = Pattern.compile("connected_clients:(\\d+)");

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final Ledger ledger = new Ledger();

    @ParameterizedTest
    @ValueSource(ints = {1, 50})
    void atMostTwoCommandsASecondAndFewConnections(int number) {
        watch(number, WATCHED, extensions -> {}, () -> true);
    }

    /** As the meters do by default. */
    @Test
    void atMostTwoCommandsASecondThoughTasksAreCounted() {
        AtomicInteger counts = new AtomicInteger();
        Duration interval = Duration.ofSeconds(15);
        watch(
                1,
                interval.plusSeconds(1),
                extensions -> extensions.addForecastListener(
                        interval, TopicForecast.DEFAULT_WINDOWS, (group, topics) -> counts.addAndGet(topics.size())),
                () -> counts.get() == 1);
        await().untilAsserted(() -> assertThat(counts).hasValue(2));
    }

    private void watch(int number, Duration watched, Consumer<EngineExtensions> extend, BooleanSupplier ready) {
        List<TopicName> topics = IntStream.range(0, number)
                .mapToObj(i -> new TopicName(engines.group(), TestEngines.TOPIC + i))
                .toList();
        DelayQueueEngine engine = engines.build(builder -> topics.forEach(topic -> builder.callback(callback(topic))));
        extend.accept(engine.extensions());
        engine.start();
        topics.forEach(topic -> ledger.added(
                engines.add(engine, Task.of(topic.group(), topic.topic())).id()));
        await().until(() -> ledger.lost().isEmpty() && ready.getAsBoolean());
        await().until(() ->
                engine.service().countTasks(engines.group()).stream().allMatch(counts -> counts.total() == 0));
        await().untilAsserted(() -> assertThat(connections()).as("connections").isLessThanOrEqualTo(MAX_CONNECTIONS));

        List<Command> commands = Commands.ofClients(
                server,
                () -> await().pollDelay(watched).atMost(watched.multipliedBy(2)).until(() -> true));
        long end = commands.get(0).micros() + TimeUnit.MICROSECONDS.convert(watched);
        assertThat(commands)
                .filteredOn(command -> command.micros() < end)
                // A server gets a script's text once in its life.
                .filteredOn(command -> !command.name().equals("eval"))
                .as("commands in " + watched)
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo((int) watched.toSeconds() * 2);
    }

    private TopicCallback callback(TopicName topic) {
        return new TopicCallback(
                topic,
                Object.class,
                ledger,
                TopicOptions.builder().concurrency(4).build(),
                "test");
    }

    private int connections() {
        return CONNECTIONS
                .matcher(server.client().info("clients"))
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .findFirst()
                .orElseThrow();
    }
}
