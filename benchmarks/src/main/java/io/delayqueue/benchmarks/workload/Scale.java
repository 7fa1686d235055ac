package io.delayqueue.benchmarks.workload;

/**
 * Scale of the workloads.
 *
 * @param quick whether to make a quick run with rough figures
 * @param rounds the number of rounds of each contender
 * @param maxTasks the maximum number of tasks in a trial of the workloads midnight, cold and year, {@value #MAX_TASKS} at most
 */
public record Scale(boolean quick, int rounds, int maxTasks) {

    /** Number of tasks of the largest trial. */
    public static final int MAX_TASKS = 5_000_000;

    /** Memory of a pending task, of two contenders at the same time. */
    private static final int BYTES_A_TASK = 800;

    /** {@return the number of tasks that half of this memory can hold, in round figures, up to {@value #MAX_TASKS}} */
    public static int fitting(long bytes) {
        long tasks = bytes / 2 / BYTES_A_TASK;
        return (int) Math.min(MAX_TASKS, Math.max(100_000, tasks - tasks % 100_000));
    }

    /** {@return the first in a full run, the second in a quick one} */
    public <T> T of(T full, T quickly) {
        return quick ? quickly : full;
    }

    /** {@return the number of tasks in a full run, limited to the maximum, or in a quick one} */
    int tasks(int full, int quickly) {
        return Math.min(of(full, quickly), maxTasks);
    }
}
