package io.delayqueue.chaos;

import io.delayqueue.chaos.Outcome.Disturbance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/**
 * The outcomes of this JVM's scenarios, in a file of the build that each JVM replaces; and their total. Of the JVMs that
 * run tests at the same time each has a file of its own; at length there is one.
 */
public final class Outcomes {

    private static final Path FILE = file(Integer.getInteger("delayqueue.test.fork", 1));

    private Outcomes() {}

    private static final class Begun {

        static final Path FILE = begin();

        private static Path begin() {
            try {
                Files.createDirectories(Outcomes.FILE.getParent());
                Files.writeString(Outcomes.FILE, Chaos.scale() + ", seed " + Chaos.seed() + "\n");
                return Outcomes.FILE;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static Path file(int fork) {
        return Path.of("target", "chaos", fork == 1 ? "outcomes.tsv" : "outcomes-" + fork + ".tsv");
    }

    /** Notes what a scenario has counted. */
    public static synchronized void add(Outcome outcome) {
        try {
            Files.writeString(Begun.FILE, outcome.line() + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the file of a JVM that ran alone.
     *
     * @param module the module's folder
     * @return the outcomes in their order; none if no scenario has ended
     */
    public static List<Outcome> in(Path module) throws IOException {
        Path file = module.resolve(FILE);
        return Files.exists(file)
                ? Files.readAllLines(file).stream().skip(1).map(Outcome::read).toList()
                : List.of();
    }

    /**
     * Deletes the file, so that it cannot be taken for that of the next run.
     *
     * @param module the module's folder
     */
    public static void delete(Path module) throws IOException {
        Files.deleteIfExists(module.resolve(FILE));
    }

    /**
     * Prints the total: the last step of the profile {@code chaos}.
     *
     * @param arguments the module's folder
     */
    public static void main(String[] arguments) throws IOException {
        System.out.println(total(Files.readAllLines(Path.of(arguments[0]).resolve(FILE))));
    }

    static String total(List<String> lines) {
        List<Outcome> outcomes = lines.stream().skip(1).map(Outcome::read).toList();
        return String.format(
                Locale.ROOT,
                "CHAOS (%s): %d scenarios, %d kills, %d failovers, %d other rounds, %,d operations: lost %d, early %d,"
                        + " duplicates %d of at most %d, latest %,d ms",
                lines.get(0),
                outcomes.size(),
                sum(outcomes, outcome -> outcome.rounds(Disturbance.KILL)),
                sum(outcomes, outcome -> outcome.rounds(Disturbance.FAILOVER)),
                sum(outcomes, outcome -> outcome.rounds(Disturbance.OTHER)),
                sum(outcomes, Outcome::operations),
                sum(outcomes, Outcome::lost),
                sum(outcomes, Outcome::early),
                sum(outcomes, Outcome::doubled),
                sum(outcomes, Outcome::bound),
                outcomes.stream().mapToLong(Outcome::latestMillis).max().orElse(0));
    }

    private static int sum(List<Outcome> outcomes, ToIntFunction<Outcome> column) {
        return outcomes.stream().mapToInt(column).sum();
    }
}
