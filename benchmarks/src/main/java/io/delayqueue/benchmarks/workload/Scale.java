package io.delayqueue.benchmarks.workload;

/**
 * How much is done.
 *
 * @param quick whether a short look is enough; its figures say little
 * @param rounds how often each contender has its turn
 */
public record Scale(boolean quick, int rounds) {

    /** {@return the first in a full run, the second in a quick one} */
    public <T> T of(T full, T quickly) {
        return quick ? quickly : full;
    }
}
