package io.delayqueue.demo;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.delayqueue.TaskStoreException;
import io.delayqueue.demo.order.Shop;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Places ten small unpaid orders a second, so that a demo that ends by itself has delivered enough for its summary. */
@Component
@ConditionalOnProperty("demo.exit-after")
@Order(2)
class RushHour implements ApplicationRunner, DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(RushHour.class);

    private static final Duration INTERVAL = Duration.ofMillis(100);

    private static final Duration PAYMENT_TIME = Duration.ofMillis(1500);

    private final ScheduledExecutorService customers = Executors.newSingleThreadScheduledExecutor();

    private final Shop shop;

    private final Clock clock;

    RushHour(Shop shop, Clock clock) {
        this.shop = shop;
        this.clock = clock;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        customers.scheduleAtFixedRate(this::order, 0, INTERVAL.toMillis(), MILLISECONDS);
    }

    private void order() {
        try {
            Instant payBy = clock.instant().plus(PAYMENT_TIME);
            shop.place("A newspaper", payBy);
        } catch (TaskStoreException e) {
            log.warn("A customer left: {}", e.getMessage());
        }
    }

    @Override
    public void destroy() {
        customers.shutdownNow();
    }
}
