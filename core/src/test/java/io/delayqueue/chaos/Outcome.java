package io.delayqueue.chaos;

/**
 * Counts of one scenario.
 *
 * @param scenario its name
 * @param rounds how often it disturbed
 * @param tasks how many adds were confirmed
 * @param lost confirmed tasks that never ran
 * @param early runs before the task was due, by the store's clock
 * @param doubled runs beyond a task's first
 * @param bound how many of those the scenario allows
 */
public record Outcome(String scenario, int rounds, int tasks, int lost, int early, int doubled, int bound) {

    static Outcome read(String line) {
        String[] words = line.split("\t");
        return new Outcome(
                words[0],
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                Integer.parseInt(words[6]));
    }

    String line() {
        return String.join(
                "\t",
                scenario,
                Integer.toString(rounds),
                Integer.toString(tasks),
                Integer.toString(lost),
                Integer.toString(early),
                Integer.toString(doubled),
                Integer.toString(bound));
    }
}
