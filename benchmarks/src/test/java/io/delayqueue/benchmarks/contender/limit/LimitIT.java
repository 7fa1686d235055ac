package io.delayqueue.benchmarks.contender.limit;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.testing.RedisServer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LimitIT {

    private static RedisServer server;

    private final OpenQueue queue = new LimitContender().open(new Address(server.host(), server.port()));

    private final Map<String, Integer> arrivals = new ConcurrentHashMap<>();

    private final Queue<String> early = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void close() {
        queue.close();
        server.client().flushAll();
    }

    private void arrived(String payload) {
        if (System.currentTimeMillis() < Items.dueAt(payload)) {
            early.add(payload);
        }
        arrivals.merge(payload, 1, Integer::sum);
    }

    private static long in(int millis) {
        return System.currentTimeMillis() + millis;
    }

    private void assertArrivedOnce(Collection<Item> items) {
        await().atMost(20, SECONDS).until(() -> arrivals.size() >= items.size() && queue.remaining("t") == 0);
        assertThat(arrivals.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        items.stream().map(Item::payload).toList());
        assertThat(arrivals.values()).containsOnly(1);
        assertThat(early).isEmpty();
    }

    @Test
    void singleAddsWhileConsumingShouldArriveOnceAndNotEarly() {
        queue.consume(List.of("t"), this::arrived);
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            items.add(Items.due("t", in(50 + 37 * i % 500)));
        }
        items.forEach(item -> queue.adding(List.of(item)).run());
        assertArrivedOnce(items);
    }

    @Test
    void manyThatAreDueAtOnceShouldArriveOnceAndNotEarly() {
        List<Item> items = Items.due("t", in(1_000), 5_000);
        for (int from = 0; from < items.size(); from += 100) {
            queue.adding(items.subList(from, from + 100)).run();
        }
        assertThat(queue.remaining("t")).isEqualTo(5_000);
        queue.consume(List.of("t"), this::arrived);
        assertArrivedOnce(items);
    }

    @Test
    void tasksOfSeveralTopicsShouldArrive() {
        queue.consume(List.of("t", "u"), this::arrived);
        List<Item> items = new ArrayList<>(Items.due("t", in(200), 700));
        items.addAll(Items.due("u", in(200), 700));
        queue.adding(items).run();
        assertArrivedOnce(items);
    }

    @Test
    void cancelledTasksShouldNeverArrive() {
        List<Item> cancelled = Items.due("t", in(600), 700);
        List<Item> others = Items.due("t", in(700), 10);
        queue.adding(cancelled).run();
        queue.adding(others).run();
        queue.cancelling(cancelled.subList(0, 1)).run();
        queue.cancelling(cancelled.subList(1, 700)).run();
        assertThat(queue.remaining("t")).isEqualTo(10);
        queue.consume(List.of("t"), this::arrived);
        assertArrivedOnce(others);
    }

    @Test
    void aTaskThatIsDueSoonerShouldNotWaitForOnesThatAreDueLater() {
        queue.consume(List.of("t"), this::arrived);
        queue.adding(Items.due("t", in(60_000), 1)).run();
        Item soon = Items.due("t", in(100));
        queue.adding(List.of(soon)).run();
        await().until(() -> arrivals.containsKey(soon.payload()));
    }

    @Test
    void closeShouldLeaveNoThreadsAndNoConnections() {
        long before = connections();
        OpenQueue closing = new LimitContender().open(new Address(server.host(), server.port()));
        closing.consume(List.of("t"), this::arrived);
        closing.adding(Items.due("t", in(0), 100)).run();
        assertThat(connections()).isGreaterThan(before);
        closing.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("limit-"));
        await().until(() -> connections() == before);
    }

    @Test
    void consumingShouldRegisterNothingAndLeaveNoClaim() {
        queue.consume(List.of("t"), this::arrived);
        await().until(() -> server.client().exists("{limit}:PUSHER"));
        queue.close();
        assertThat(server.client().keys("*")).isEmpty();
    }

    private long connections() {
        return server.client()
                .info("clients")
                .lines()
                .filter(line -> line.startsWith("connected_clients:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
                .sum();
    }
}
