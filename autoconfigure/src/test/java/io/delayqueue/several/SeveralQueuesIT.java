package io.delayqueue.several;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskStoreException;
import io.delayqueue.several.TwoQueues.Services;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Runs two queues on two Redis servers in one application. */
class SeveralQueuesIT {

    private final RedisServer redis = RedisServer.start();

    private final RedisServer billingRedis = RedisServer.start();

    private final ConfigurableApplicationContext context = start();

    private final TwoQueues queues = context.getBean(TwoQueues.class);

    private final Services services = context.getBean(Services.class);

    private ConfigurableApplicationContext start() {
        return TwoQueues.start(Stream.of(
                "spring.data.redis.url=redis://" + redis.address(),
                "spring.data.redis.timeout=500ms",
                "delayqueue.queues.billing.redis.url=redis://" + billingRedis.address(),
                "delayqueue.queues.billing.redis.timeout=500ms"));
    }

    @AfterEach
    void stop() {
        queues.goOn.countDown();
        context.close();
        redis.close();
        billingRedis.close();
    }

    @Test
    void tasksShouldGoToTheirQueue() {
        add(services.service(), "one");
        add(services.billing(), "two");
        await().untilAsserted(() -> assertThat(queues.received).containsExactly("one"));
        await().untilAsserted(() -> assertThat(queues.receivedByBilling).containsExactly("two"));
        services.service().addTask(later("kept"));
        assertThat(services.service().findTask("g", "kept")).isPresent();
        assertThat(services.billing().findTask("g", "kept")).isEmpty();
        assertThat(redis.client().hexists("{g}:DETAIL", "kept")).isTrue();
        assertThat(billingRedis.client().exists("{g}:DETAIL")).isFalse();
    }

    @Test
    void deadLettersShouldBeHeardOfByTheListenersOfTheirQueueAndOfAll() {
        add(services.billing(), "bad");
        await().untilAsserted(
                        () -> assertThat(queues.dead).containsExactlyInAnyOrder("all \"bad\"", "billing \"bad\""));
        add(services.service(), "bad");
        await().untilAsserted(() ->
                assertThat(queues.dead).containsExactlyInAnyOrder("all \"bad\"", "billing \"bad\"", "all \"bad\""));
    }

    @Test
    void interceptorsShouldStandAroundTheCallbacksOfTheirQueueOrOfAll() {
        add(services.service(), "one");
        await().untilAsserted(() -> assertThat(queues.received).containsExactly("one"));
        assertThat(queues.intercepted).containsExactly("all in default");
        add(services.billing(), "two");
        await().untilAsserted(() -> assertThat(queues.receivedByBilling).containsExactly("two"));
        assertThat(queues.intercepted)
                .containsExactlyInAnyOrder("all in default", "all in billing", "billing in billing");
    }

    @Test
    void queueWhoseRedisDiesShouldNotStopTheOther() {
        billingRedis.kill();
        assertThatExceptionOfType(TaskStoreException.class).isThrownBy(() -> add(services.billing(), "lost"));
        for (int i = 0; i < 20; i++) {
            add(services.service(), "task " + i);
        }
        await().untilAsserted(() -> assertThat(queues.received).hasSize(20));
        billingRedis.restart();
        await().ignoreExceptions().untilAsserted(() -> assertThat(services.billing()
                        .addTask(Task.of("g", "t").payload("back").id("back").build())
                        .id())
                .isEqualTo("back"));
        await().untilAsserted(() -> assertThat(queues.receivedByBilling).contains("back"));
    }

    @Test
    void closeShouldGiveBackOnBoth() throws Exception {
        services.service().addTask(running());
        services.billing().addTask(running());
        assertThat(queues.started.await(30, TimeUnit.SECONDS)).isTrue();
        context.close();
        assertThat(queues.received).isEmpty();
        assertThat(queues.receivedByBilling).isEmpty();
        for (RedisServer server : new RedisServer[] {redis, billingRedis}) {
            assertThat(server.client().keys("{g}:RESERVED:*")).isEmpty();
            assertThat(server.client().hexists("{g}:DETAIL", "running")).isTrue();
        }
        queues.goOn.countDown();
        try (ConfigurableApplicationContext next = start()) {
            TwoQueues others = next.getBean(TwoQueues.class);
            others.goOn.countDown();
            await().untilAsserted(() -> assertThat(others.received).containsExactly(TwoQueues.LONG));
            await().untilAsserted(() -> assertThat(others.receivedByBilling).containsExactly(TwoQueues.LONG));
        }
    }

    private static void add(DelayQueueService service, String payload) {
        service.addTask(Task.of("g", "t").payload(payload).build());
    }

    private static Task later(String id) {
        return Task.of("g", "t").id(id).delay(Duration.ofHours(1)).build();
    }

    private static Task running() {
        return Task.of("g", "t").id("running").payload(TwoQueues.LONG).build();
    }
}
