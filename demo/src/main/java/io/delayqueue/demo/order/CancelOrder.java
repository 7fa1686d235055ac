package io.delayqueue.demo.order;

/**
 * Payload: cancel this order unless it is paid.
 *
 * @param order its number
 */
record CancelOrder(long order) {}
