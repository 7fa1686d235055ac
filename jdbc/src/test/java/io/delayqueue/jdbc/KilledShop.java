package io.delayqueue.jdbc;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.OwnThread;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application that orders and ships, and is killed at any point. */
final class KilledShop {

    static final int CHAINS = 10;

    static final String GROUP = "orders";

    /** How many orders a byte of the input stands for. */
    static final int ORDERS = 100;

    static final Duration LEASE = Duration.ofSeconds(1);

    private static final int WRITERS = 4;

    private KilledShop() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    static class Application {

        @Bean
        Shop shop(
                DelayQueueService service,
                OnceGuard guard,
                JdbcTemplate jdbc,
                PlatformTransactionManager transactions) {
            return new Shop(service, guard, jdbc, new TransactionTemplate(transactions));
        }
    }

    /** The shop. */
    record Shop(DelayQueueService service, OnceGuard guard, JdbcTemplate jdbc, TransactionTemplate transactions) {

        /** Notes each delivery that counts as an attempt, and ships once. */
        @DelayQueueListener(group = GROUP, topic = "ship")
        void ship(String order, TaskContext context) {
            jdbc.update(
                    "insert into deliveries (id, delivery, attempt) values (?, ?, ?)",
                    order,
                    context.delivery(),
                    context.attempt());
            try {
                guard.run(context, () -> jdbc.update("insert into effects (id) values (?)", order));
            } catch (OnceGuardBusyException e) {
                jdbc.update("delete from deliveries where id = ? and delivery = ?", order, context.delivery());
                throw e;
            }
        }

        /** Orders something; before that, a tenth of the transactions is rolled back. */
        void order(Random random) {
            boolean rollBack;
            do {
                rollBack = random.nextInt(10) == 0;
                order(rollBack);
            } while (rollBack);
        }

        private void order(boolean rollBack) {
            String id = UUID.randomUUID().toString();
            transactions.executeWithoutResult(status -> {
                jdbc.update(
                        "insert into orders (id, life) values (?, ?)",
                        id,
                        ProcessHandle.current().pid());
                service.addTask(Task.of(GROUP, "ship").id(id).payload(id).build());
                if (rollBack) {
                    status.setRollbackOnly();
                }
            });
        }

        /** Replaces a task that all instances share, in the order of a row that they lock. */
        void replace(int chain) {
            transactions.executeWithoutResult(status -> {
                jdbc.update("update chains set last_number = last_number + 1 where id = ?", chain);
                Integer last = jdbc.queryForObject("select last_number from chains where id = ?", Integer.class, chain);
                service.removeTask(GROUP, "chain-" + chain);
                service.addTask(Task.of(GROUP, "chain")
                        .id("chain-" + chain)
                        .payload(last)
                        .delay(Duration.ofHours(1))
                        .build());
            });
        }
    }

    /**
     * Runs the shop until it is killed or its input ends. Each byte of the input lets it make {@link #ORDERS} orders more.
     *
     * @param arguments the URL of the database, its user, host and port of Redis
     */
    public static void main(String... arguments) throws Exception {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.datasource.url=" + arguments[0],
                        "spring.datasource.username=" + arguments[1],
                        "spring.data.redis.host=" + arguments[2],
                        "spring.data.redis.port=" + arguments[3],
                        "delayqueue.lease=" + LEASE,
                        "delayqueue.transactions.outbox.sweep-after=1s",
                        "delayqueue.transactions.outbox.sweep-interval=200ms")
                .run();
        Shop shop = context.getBean(Shop.class);
        Semaphore orders = new Semaphore(0);
        for (int i = 0; i < WRITERS; i++) {
            Random random = new Random();
            OwnThread.start(() -> {
                while (true) {
                    orders.acquireUninterruptibly();
                    shop.replace(random.nextInt(CHAINS));
                    // The last step, so that all is done once the orders are there.
                    shop.order(random);
                }
            });
        }
        while (System.in.read() >= 0) {
            orders.release(ORDERS);
        }
        Runtime.getRuntime().halt(1);
    }
}
