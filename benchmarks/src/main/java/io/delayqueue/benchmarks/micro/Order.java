package io.delayqueue.benchmarks.micro;

/**
 * Payload of about 80 bytes of JSON.
 *
 * @param number a number
 * @param customer a short text
 * @param reason a longer text
 */
record Order(long number, String customer, String reason) {

    static final Order EXAMPLE = new Order(1_234_567_890L, "c-0042", "it was not paid within thirty minutes");
}
