package io.delayqueue.demo.order;

/**
 * Says that an order is new or has changed.
 *
 * @param number its number
 */
public record OrderChanged(long number) {}
