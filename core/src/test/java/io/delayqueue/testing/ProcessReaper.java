package io.delayqueue.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Kills a process and removes its folder when it is closed, or else after this JVM has ended, in whatever way: so all that
 * ends with the JVM still finds the process.
 */
final class ProcessReaper implements AutoCloseable {

    /** Script with the folder as $0. Each line of its input is the number of the process that runs now, or empty. */
    private static final String SCRIPT = """
            trap '' HUP INT TERM
            while read -r next; do pid=$next; done
            [ -z "$pid" ] || kill -KILL "$pid"
            rm -rf "$0" || { sleep 1; rm -rf "$0"; }
            """;

    private final Process shell;

    ProcessReaper(Path folder) {
        try {
            // It outlives this JVM, and with it whoever reads what this JVM writes.
            this.shell = new ProcessBuilder("/bin/sh", "-c", SCRIPT, folder.toString())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Notes the process to kill; null if there is none any more. */
    void watch(@Nullable Process process) {
        String line = (process == null ? "" : process.pid()) + "\n";
        try {
            shell.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
            shell.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        shell.onExit().join();
    }
}
