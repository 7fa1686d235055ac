package io.delayqueue.benchmarks;

import java.io.PrintWriter;
import java.io.StringWriter;
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
}
