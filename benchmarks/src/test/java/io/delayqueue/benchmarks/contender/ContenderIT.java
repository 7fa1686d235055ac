package io.delayqueue.benchmarks.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.benchmarks.contender.ancestor.AncestorContender;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.contender.redisson.RedissonContender;
import io.delayqueue.benchmarks.server.MeasuredServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(name = "{0}")
@MethodSource("contenders")
class ContenderIT {

    private static final String TOPIC = "topic";

    private static MeasuredServer server;

    private final Inbox inbox = new Inbox();

    @Parameter
    private Contender contender;

    static Stream<Contender> contenders() {
        return Stream.of(new DelayqueueContender(), new RedissonContender(), new AncestorContender());
    }

    @BeforeAll
    static void startServer() {
        server = MeasuredServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    @Test
    void tasksAddedOneByOneArriveOnceAndNotEarly() {
        try (OpenQueue queue = open()) {
            queue.consume(List.of(TOPIC), inbox);
            List<Item> items = IntStream.range(0, 20)
                    .mapToObj(i -> Items.due(TOPIC, in(200 + 20 * (i * 7 % 20))))
                    .toList();
            items.forEach(item -> queue.adding(List.of(item)).run());
            assertArrive(queue, items);
        }
    }

    @Test
    void tasksAddedTogetherArriveOnceAndNotEarly() {
        try (OpenQueue queue = open()) {
            List<Item> items = new ArrayList<>(Items.due(TOPIC, in(3_000), 200));
            items.addAll(Items.due(TOPIC, in(3_100), 100));
            queue.adding(items).run();
            assertThat(queue.remaining(TOPIC)).isEqualTo(300);
            queue.consume(List.of(TOPIC), inbox);
            assertArrive(queue, items);
        }
    }

    @Test
    void aTaskThatIsDueWhenItIsAddedArrives() {
        try (OpenQueue queue = open()) {
            queue.consume(List.of(TOPIC), inbox);
            List<Item> items = List.of(Items.due(TOPIC, in(-1_000)));
            queue.adding(items).run();
            assertArrive(queue, items);
        }
    }

    @Test
    void tasksAreCountedByTopic() {
        try (OpenQueue queue = open()) {
            queue.adding(Items.due(TOPIC, in(3_600_000), 3)).run();
            queue.adding(Items.due("other", in(3_600_000), 2)).run();
            assertThat(queue.remaining(TOPIC)).isEqualTo(3);
            assertThat(queue.remaining("other")).isEqualTo(2);
        }
    }

    @Test
    void cancelledTasksDoNotArrive() {
        try (OpenQueue queue = open()) {
            List<Item> items = Items.due(TOPIC, in(4_000), 30);
            queue.adding(items).run();
            queue.cancelling(items.subList(0, 1)).run();
            assertThat(queue.remaining(TOPIC)).isEqualTo(29);
            queue.cancelling(items.subList(1, 20)).run();
            assertThat(queue.remaining(TOPIC)).isEqualTo(10);
            queue.consume(List.of(TOPIC), inbox);
            assertArrive(queue, items.subList(20, 30));
        }
    }

    @Test
    void manyTopicsAreConsumed() {
        List<String> topics =
                IntStream.range(0, 100).mapToObj(i -> "topic-" + i).toList();
        try (OpenQueue queue = open()) {
            queue.consume(topics, inbox);
            List<Item> items =
                    topics.stream().map(topic -> Items.due(topic, in(500))).toList();
            items.forEach(item -> queue.adding(List.of(item)).run());
            await().untilAsserted(() -> assertThat(inbox.payloads()).hasSameSizeAs(items));
            await().untilAsserted(() -> assertThat(topics).allMatch(topic -> queue.remaining(topic) == 0));
            assertThat(inbox.payloads())
                    .containsExactlyInAnyOrderElementsOf(
                            items.stream().map(Item::payload).toList());
        }
    }

    @Test
    void closeEndsThreadsAndConnections() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (OpenQueue queue = open()) {
            queue.consume(List.of(TOPIC, "other"), inbox);
            List<Item> items = Items.due(TOPIC, in(100), 20);
            queue.adding(items).run();
            assertArrive(queue, items);
        }
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !thread.getName().startsWith("awaitility"))
                .isSubsetOf(before));
        await().untilAsserted(() -> assertThat(server.connections()).isZero());
    }

    private OpenQueue open() {
        return contender.open(server.address());
    }

    private static long in(long millis) {
        return System.currentTimeMillis() + millis;
    }

    private void assertArrive(OpenQueue queue, List<Item> items) {
        await().untilAsserted(() -> assertThat(inbox.payloads()).hasSameSizeAs(items));
        await().until(() -> queue.remaining(TOPIC) == 0);
        assertThat(inbox.payloads())
                .containsExactlyInAnyOrderElementsOf(
                        items.stream().map(Item::payload).toList());
        assertThat(inbox.early()).isEmpty();
    }
}
