package io.delayqueue.benchmarks.workload;

/**
 * Scale of the workloads.
 *
 * @param quick whether to make a quick run with rough figures
 * @param rounds the number of rounds of each contender
 */
public record Scale(boolean quick, int rounds) {

    /** {@return the first in a full run, the second in a quick one} */
    public <T> T of(T full, T quickly) {
        return quick ? quickly : full;
    }
}
