package io.delayqueue.demo;

import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.OtherJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Demo in its own JVM, for tests of the end of the process. */
final class DemoProcess implements AutoCloseable {

    /** A start took more than a minute on a machine that two builds share. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final Pattern FOLDER = Pattern.compile("append-only file is in (\\S+)");

    private static final Pattern PAGE = Pattern.compile("The shop is open: (\\S+)");

    private final Path output;

    private final Process process;

    DemoProcess(Path folder, String... arguments) throws IOException {
        this.output = folder.resolve("output.log");
        List<String> command = OtherJvm.command(
                System.getProperty("java.class.path"),
                // The program that a killed JVM has unpacked stays.
                List.of("-Djava.io.tmpdir=" + folder),
                DemoApplication.class);
        command.add("--server.port=0");
        command.addAll(List.of(arguments));
        this.process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    Process process() {
        return process;
    }

    void awaitOpen() {
        await().atMost(PATIENCE).until(() -> output().contains("The shop is open"));
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The demo does not end:\n" + output());
        }
        return process.exitValue();
    }

    String page() {
        return find(PAGE).group(1);
    }

    /** Returns the folder of its Redis. */
    Path redisFolder() {
        return Path.of(find(FOLDER).group(1));
    }

    private MatchResult find(Pattern pattern) {
        return pattern.matcher(output())
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError("No " + pattern + " in:\n" + output()));
    }

    /** Returns its warnings and errors, without the expected one about unauthenticated access. */
    List<String> complaints() {
        return output().lines()
                .filter(line -> line.contains("WARN") || line.contains("ERROR"))
                .filter(line -> !line.contains("delayqueue.web.allow-unauthenticated is true"))
                .toList();
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
