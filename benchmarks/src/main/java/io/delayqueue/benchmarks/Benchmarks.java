package io.delayqueue.benchmarks;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Where the command line begins. */
@Command(
        name = "benchmarks",
        description = "Measures delayqueue beside its peers and beside bare Redis.",
        mixinStandardHelpOptions = true,
        subcommands = {CompareCommand.class, MicroCommand.class})
public final class Benchmarks {

    private Benchmarks() {}

    /** Runs the command line; ends with exit code 2 if it cannot be read. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmarks()).execute(arguments));
    }
}
