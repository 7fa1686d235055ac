package com.example.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** A cluster of three nodes, and a bank that refunds nothing before the test lets it. */
class ClusterTests {

    private static final int GROUPS = 12;

    private static final int ORDERS = 240;

    private static final List<String> CUSTOMERS = List.of("ada", "ben", "cleo");

    private Cluster cluster;

    private ConfigurableApplicationContext application;

    private Orders orders;

    private Router router;

    private DelayQueueService service;

    private SlowBank bank;

    static class SlowBank extends Bank {

        private final Queue<String> refunded = new ConcurrentLinkedQueue<>();

        private final CountDownLatch open = new CountDownLatch(1);

        @Override
        void refund(String order) {
            refunded.add(order);
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    static class Doubles {

        @Bean
        @Primary
        SlowBank slowBank() {
            return new SlowBank();
        }
    }

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        cluster = new Cluster(folder);
        application = new SpringApplicationBuilder(GroupsApplication.class, Doubles.class)
                .run(
                        "--server.port=0",
                        "--spring.data.redis.cluster.nodes=" + cluster.addresses(),
                        "--shop.groups=" + GROUPS,
                        "--shop.at-once=1");
        orders = application.getBean(Orders.class);
        router = application.getBean(Router.class);
        service = application.getBean(DelayQueueService.class);
        bank = application.getBean(SlowBank.class);
    }

    @AfterEach
    void stop() throws IOException {
        bank.open.countDown();
        application.close();
        cluster.close();
    }

    @Test
    void ordersShouldBeSpreadOverTheNodesAndFoundByTheirNumbers() {
        placeOrders(Duration.ofHours(1));

        assertThat(cluster.keys("{orders-*}:DETAIL"))
                .allSatisfy(groups -> assertThat(groups).hasSize(GROUPS / 3));
        assertThat(service.findTask(router.group("7"), "7")).isPresent();
        assertThat(router.groups())
                .filteredOn(group -> service.findTask(group, "7").isPresent())
                .hasSize(1);
        assertThat(orders.ofCustomer("ada")).hasSize(ORDERS / 3).contains("3", "240");
        assertThat(orders.pay("240")).isTrue();
        assertThat(orders.find("240")).isEmpty();
        assertThat(orders.ofCustomer("ada")).hasSize(ORDERS / 3 - 1).doesNotContain("240");
        assertThat(orders.waiting()).isEqualTo(ORDERS - 1);
    }

    @Test
    void limitShouldHoldInEachGroupAndNotOverAll() {
        placeOrders(Duration.ZERO);

        await().atMost(Duration.ofMinutes(1)).until(() -> bank.refunded.size() == GROUPS);
        assertThat(reserved().values()).containsOnly(1L).hasSize(GROUPS);
        assertThat(bank.refunded).extracting(router::group).doesNotHaveDuplicates();

        bank.open.countDown();
        await().atMost(Duration.ofMinutes(1)).until(() -> orders.waiting() == 0);
        assertThat(bank.refunded).hasSize(ORDERS);
        assertThat(new TreeSet<>(bank.refunded)).hasSize(ORDERS);
    }

    /** From 1 to 240. */
    private void placeOrders(Duration timeout) {
        for (int order = 1; order <= ORDERS; order++) {
            orders.place("" + order, CUSTOMERS.get(order % CUSTOMERS.size()), timeout);
        }
    }

    private Map<String, Long> reserved() {
        Map<String, Long> reserved = new HashMap<>();
        router.groups()
                .forEach(group -> reserved.put(
                        group, service.topic(group, "cancel").count().reserved()));
        return reserved;
    }
}
