package io.delayqueue.benchmarks.contender.limit;

/**
 * Deliveries that have finished.
 *
 * @param size how many they are
 * @param arguments what a finish says of them, as bytes of the command
 */
record Batch(int size, byte[] arguments) {}
