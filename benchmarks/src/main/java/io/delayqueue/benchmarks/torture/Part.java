package io.delayqueue.benchmarks.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Part of a run. They take turns. */
public enum Part {
    /** Random steps on both stores, whose replies and states are compared. */
    RANDOM(
            Counts.OPERATIONS,
            "test",
            "-am",
            "-Ddelayqueue.chaos=long",
            "-Dit.test=StoresAgreeIT",
            "-Dfailsafe.failIfNoSpecifiedTests=false"),
    /** Two versions of this project on one Redis. */
    UPGRADE(Counts.ALL, "core", "-Pupgrade"),
    /** Workloads of the benchmarks, in short. */
    COMPARE(Counts.FIRST_RUNS, "core"),
    /** Whole engines that are disturbed. */
    CHAOS(Counts.ALL, "core", "-Pchaos", "-Dit.test=io/delayqueue/scenario/*IT");

    /** What a part counts. */
    enum Counts {
        OPERATIONS,
        FIRST_RUNS,
        ALL
    }

    private final Counts counts;

    private final String module;

    private final List<String> arguments;

    Part(Counts counts, String module, String... arguments) {
        this.counts = counts;
        this.module = module;
        this.arguments = List.of(arguments);
    }

    /** {@return the name in tables} */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return the folder of the module whose tests it runs} */
    String module() {
        return module;
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
        List<String> all = new ArrayList<>(List.of("-B", "verify", "-pl", module));
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
