package io.delayqueue.benchmarks.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Part of a run. They take turns. */
public enum Part {
    /** Random operations on the store, compared with a model. */
    MODEL(Counts.OPERATIONS, "-Pchaos", "-Dit.test=io/delayqueue/redis/*IT"),
    /** Two versions of this project on one Redis. */
    UPGRADE(Counts.ALL, "-Pupgrade"),
    /** Workloads of the benchmarks, in short. */
    COMPARE(Counts.FIRST_RUNS),
    /** Whole engines that are disturbed. */
    CHAOS(Counts.ALL, "-Pchaos", "-Dit.test=io/delayqueue/scenario/*IT");

    /** What a part counts. */
    enum Counts {
        OPERATIONS,
        FIRST_RUNS,
        ALL
    }

    private final Counts counts;

    private final List<String> arguments;

    Part(Counts counts, String... arguments) {
        this.counts = counts;
        this.arguments = List.of(arguments);
    }

    /** {@return the name in tables} */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return whether it is about deliveries} */
    boolean delivers() {
        return counts != Counts.OPERATIONS;
    }

    /** {@return whether it counts runs of a task beyond its first} */
    boolean countsDoubled() {
        return counts == Counts.ALL;
    }

    /**
     * {@return what Maven's command has to have}
     *
     * @param seed the seed of the random choices
     */
    List<String> arguments(long seed) {
        List<String> all = new ArrayList<>(List.of("-B", "verify", "-pl", "core"));
        all.addAll(arguments);
        all.addAll(List.of(
                "-Dtest=NoneTests", "-Dsurefire.failIfNoSpecifiedTests=false", "-Ddelayqueue.chaos.seed=" + seed));
        return all;
    }

    /**
     * {@return the command that repeats a turn}
     *
     * @param seed its seed
     */
    public String repeat(long seed) {
        return this == COMPARE
                ? "java -jar benchmarks/target/benchmarks.jar compare --quick --contender delayqueue"
                : "mvn " + String.join(" ", arguments(seed)).replaceFirst("-Dit.test=\\S+", "'$0'");
    }
}
