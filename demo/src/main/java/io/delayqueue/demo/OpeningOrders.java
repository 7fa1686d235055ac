package io.delayqueue.demo;

import io.delayqueue.demo.order.Shop;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Places some orders as soon as the shop opens; three of them end together. */
@Component
@Order(1)
class OpeningOrders implements ApplicationRunner {

    private static final List<Opening> OPENINGS = List.of(
            new Opening("Coffee beans, 1 kg", 4),
            new Opening("Tea for two", 7),
            new Opening("Sourdough bread", 10),
            new Opening("Apples, a bag", 10),
            new Opening("Pears, a bag", 10),
            new Opening("Honey", 16),
            new Opening("Olive oil", 25));

    private final Shop shop;

    private final Clock clock;

    OpeningOrders(Shop shop, Clock clock) {
        this.shop = shop;
        this.clock = clock;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        Instant now = clock.instant();
        OPENINGS.forEach(opening -> shop.place(opening.item(), now.plusSeconds(opening.seconds())));
    }

    private record Opening(String item, int seconds) {}
}
