package io.delayqueue.store;

/**
 * A task given back without an outcome.
 *
 * @param delivery the delivery that is given back
 * @param started whether its callback had begun; if not, the attempt does not count
 */
public record Release(Delivery delivery, boolean started) {}
