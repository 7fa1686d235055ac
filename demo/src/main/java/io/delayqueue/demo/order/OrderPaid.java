package io.delayqueue.demo.order;

/**
 * Event for a paid order. Published at least once for each.
 *
 * @param number its number
 * @param item the ordered item
 */
public record OrderPaid(long number, String item) {}
