package io.delayqueue.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Result of a command line.
 *
 * @param exitCode the exit code
 * @param out the standard output
 * @param err the standard error
 */
record Run(int exitCode, String out, String err) {

    static Run of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = Benchmarks.commandLine();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = commandLine.execute(arguments);
        return new Run(exitCode, out.toString(), err.toString());
    }

    /** Expects a command to be refused with the beginning of a message and a hint at its help. */
    static void shouldBeRefused(String message, String command, String... options) {
        Run run = of(Stream.concat(Stream.of(command), Stream.of(options)).toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(2);
        assertThat(run.err())
                .startsWith(message)
                .endsWith("See benchmarks " + command + " --help" + System.lineSeparator());
    }
}
