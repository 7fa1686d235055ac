package io.delayqueue.chaos;

/**
 * Counts of one scenario.
 *
 * @param scenario its name
 * @param disturbance what it did again and again
 * @param rounds how often it disturbed
 * @param operations how many adds were confirmed; of random steps, how many were compared
 * @param lost confirmed tasks that never ran
 * @param early runs before the task was due, by the store's clock
 * @param doubled runs beyond a task's first
 * @param bound how many of those the scenario allows
 * @param latestMillis the longest time from the due time of a task to its first run
 */
public record Outcome(
        String scenario,
        Disturbance disturbance,
        int rounds,
        int operations,
        int lost,
        int early,
        int doubled,
        int bound,
        long latestMillis) {

    /** Kind of what a scenario does to the queue. */
    public enum Disturbance {
        /** A process, of Redis or of an instance, is killed. */
        KILL,
        /** The master is killed, and a replica takes its place. */
        FAILOVER,
        /** Nothing of these: a connection is cut, a process paused, a reply lost. */
        OTHER
    }

    /**
     * Reads a line of the file.
     *
     * @param line what {@link #line()} has made
     * @return its counts
     */
    public static Outcome read(String line) {
        String[] words = line.split("\t");
        return new Outcome(
                words[0],
                Disturbance.valueOf(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                Integer.parseInt(words[6]),
                Integer.parseInt(words[7]),
                Long.parseLong(words[8]));
    }

    /** {@return the line of the file} */
    public String line() {
        return String.join(
                "\t",
                scenario,
                disturbance.name(),
                Integer.toString(rounds),
                Integer.toString(operations),
                Integer.toString(lost),
                Integer.toString(early),
                Integer.toString(doubled),
                Integer.toString(bound),
                Long.toString(latestMillis));
    }

    /** {@return how often it disturbed so, or 0 if it disturbs otherwise} */
    public int rounds(Disturbance kind) {
        return disturbance == kind ? rounds : 0;
    }
}
