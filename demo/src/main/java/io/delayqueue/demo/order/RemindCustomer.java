package io.delayqueue.demo.order;

/**
 * Payload: remind the customer of this order unless it is paid.
 *
 * @param order its number
 */
record RemindCustomer(long order) {}
