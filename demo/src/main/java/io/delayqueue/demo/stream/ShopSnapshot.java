package io.delayqueue.demo.stream;

import io.delayqueue.demo.delivery.Delivery;
import io.delayqueue.demo.order.Order;
import java.time.Instant;
import java.util.List;

/**
 * State of the shop at one time.
 *
 * @param now the time, so that a page can count down by this machine's clock
 * @param orders the orders, oldest first
 * @param deliveries the last callbacks, oldest first
 */
record ShopSnapshot(Instant now, List<Order> orders, List<Delivery> deliveries) {}
