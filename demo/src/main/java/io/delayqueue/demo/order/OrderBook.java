package io.delayqueue.demo.order;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Component;

/** Orders of this run, in memory; new ones replace the oldest closed ones. */
@Component
class OrderBook {

    private static final int KEPT = 1000;

    private final Map<Long, Order> orders = new LinkedHashMap<>();

    synchronized void add(Order order) {
        orders.put(order.number(), order);
        if (orders.size() > KEPT) {
            orders.values().stream()
                    .filter(old -> !old.isOpen())
                    .findFirst()
                    .ifPresent(old -> orders.remove(old.number()));
        }
    }

    synchronized void remove(long number) {
        orders.remove(number);
    }

    synchronized Optional<Order> find(long number) {
        return Optional.ofNullable(orders.get(number));
    }

    /**
     * Changes an open order atomically.
     *
     * @return the previous order, open or not
     */
    synchronized Optional<Order> changeIfOpen(long number, UnaryOperator<Order> change) {
        Order before = orders.get(number);
        if (before != null && before.isOpen()) {
            orders.put(number, change.apply(before));
        }
        return Optional.ofNullable(before);
    }

    synchronized List<Order> all() {
        return List.copyOf(orders.values());
    }
}
