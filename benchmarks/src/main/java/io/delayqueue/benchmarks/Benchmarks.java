package io.delayqueue.benchmarks;

import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** Main class of the command line. */
@Command(
        name = "benchmarks",
        description = "Measures delayqueue, its peers and bare Redis.",
        mixinStandardHelpOptions = true,
        subcommands = {CompareCommand.class, MicroCommand.class, TortureCommand.class})
public final class Benchmarks {

    private Benchmarks() {}

    /** Runs the command line, with numbers in a fixed locale; ends with exit code 2 if it is invalid. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Benchmarks()).setParameterExceptionHandler(Benchmarks::refuse);
    }

    private static int refuse(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        command.getErr().println(e.getMessage());
        command.getErr().println("See " + command.getCommandSpec().qualifiedName() + " --help");
        command.getErr().flush();
        return ExitCode.USAGE;
    }
}
