package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RescheduleResult;
import io.delayqueue.shop.Orders.Order;
import io.delayqueue.testing.OwnThread;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts, stops and crashes of instances. */
class ApplicationIT {

    private final String group = "g" + UUID.randomUUID();

    record Pause(
            String name, Consumer<ConfigurableApplicationContext> begin, Consumer<ConfigurableApplicationContext> end) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Pause> pauses() {
        return Stream.of(
                new Pause(
                        "stop and start", ConfigurableApplicationContext::stop, ConfigurableApplicationContext::start),
                new Pause(
                        "pause and restart",
                        ConfigurableApplicationContext::pause,
                        ConfigurableApplicationContext::restart));
    }

    @ParameterizedTest
    @MethodSource("pauses")
    void contextThatIsStoppedShouldDeliverAgainWhenItIsStarted(Pause pause) {
        try (Instance instance = Instance.start(group)) {
            for (long i = 1; i <= 2; i++) {
                pause.begin().accept(instance.context());
                assertThat(instance.engine().isRunning()).isFalse();
                String id = instance.orders().add("work", i).id();
                await().during(Duration.ofMillis(300))
                        .until(() -> instance.received().isEmpty()
                                && instance.find(id).isPresent());
                pause.end().accept(instance.context());
                String expected = "work " + i;
                await().until(() -> expected.equals(instance.received().poll()));
            }
        }
    }

    @Test
    void closeShouldLetRunningWorkEnd() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Instance instance = Instance.start(group, () -> {
            started.countDown();
            pass(goOn);
        });
        Orders orders = instance.orders();
        Queue<String> received = instance.received();
        String id = orders.add("work", 1).id();
        pass(started);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(instance::close, OwnThread::start);
        await().until(() -> instance.context().isClosed());
        // Whether this instance still runs it depends on how far it has closed.
        orders.add("cancel", new Order(2, "Ada"));
        assertThat(closing).isNotDone();
        goOn.countDown();
        closing.get(30, TimeUnit.SECONDS);
        assertThat(received).contains("work 1");
        try (Instance next = Instance.start(group)) {
            assertThat(next.find(id)).isEmpty();
            await().untilAsserted(() -> assertThat(Stream.concat(received.stream(), next.received().stream()))
                    .hasSize(2)
                    .anyMatch(line -> line.startsWith("cancel 2 of Ada")));
        }
    }

    @Test
    void closeShouldGiveBackWorkThatDoesNotEndInTime() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Instance instance = Instance.start(
                group,
                () -> {
                    started.countDown();
                    pass(new CountDownLatch(1));
                },
                "delayqueue.shutdown-timeout=0s");
        Queue<String> received = instance.received();
        instance.orders().add("work", 1);
        pass(started);
        instance.close();
        assertThat(received).isEmpty();
        try (Instance next = Instance.start(group)) {
            await().untilAsserted(() -> assertThat(next.received()).containsExactly("work 1"));
        }
    }

    @Test
    void tasksCanBeAddedUntilTheLastBeanIsDestroyed() {
        ShopApplication.start(group, beans -> beans.registerBean(Farewell.class))
                .close();
        try (Instance next = Instance.start(group)) {
            await().untilAsserted(() -> assertThat(next.received()).containsExactlyInAnyOrder("work 1", "work 2"));
        }
    }

    @Test
    void twoInstancesShouldShareTheWork() {
        // Each runs one task at a time, and none ends before both run.
        CyclicBarrier both = new CyclicBarrier(2);
        try (Instance one = Instance.start(group, () -> both.await(30, TimeUnit.SECONDS));
                Instance other = Instance.start(group, () -> both.await(30, TimeUnit.SECONDS))) {
            for (long i = 1; i <= 6; i++) {
                one.orders().add("work", i);
            }
            await().untilAsserted(() -> {
                assertThat(one.received()).hasSize(3);
                assertThat(other.received()).hasSize(3).doesNotContainAnyElementsOf(one.received());
            });
        }
    }

    @Test
    void instanceThatIsClosedShouldLeaveTheWorkToTheOther() {
        try (Instance other = Instance.start(group)) {
            try (Instance one = Instance.start(group)) {
                one.orders().place(1, Duration.ofDays(1));
            }
            DelayQueueService service = other.context().getBean(DelayQueueService.class);
            assertThat(List.of("reminder-1", "order-1"))
                    .allSatisfy(id -> assertThat(service.runTaskNow(group, id).outcome())
                            .isEqualTo(RescheduleResult.Outcome.RESCHEDULED));
            await().untilAsserted(() ->
                    assertThat(other.received()).containsExactlyInAnyOrder("remind Ada", "cancel 1 of Ada, order-1"));
        }
    }

    private static void pass(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    }
}
