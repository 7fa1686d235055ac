package io.delayqueue.demo.order;

/**
 * Event for a new or changed order.
 *
 * @param number its number
 */
public record OrderChanged(long number) {}
