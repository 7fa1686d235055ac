package io.delayqueue.demo.order;

/**
 * Says that an order was paid. At least once for each.
 *
 * @param number its number
 * @param item what was ordered
 */
public record OrderPaid(long number, String item) {}
