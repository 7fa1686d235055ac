package io.delayqueue.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.OtherJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Old application with the real Rqueue, in a JVM of its own: src/test/rqueue/RqueueJvm.java. */
final class RqueueApplication implements AutoCloseable {

    /** The versions of the tests, which it runs on too. */
    private static final Pattern SHARED = Pattern.compile(
            ".*\\b(jackson-(core|databind|annotations)-2|commons-pool2|slf4j-api|reactor-core|reactive-streams|guava)\\b.*");

    private static final String CLASSES = "target/rqueue/classes";

    private static final String CLASS_PATH = Stream.of(
                    Stream.of(CLASSES),
                    Stream.of(new File("target/rqueue").listFiles()).map(File::getPath),
                    Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                            .filter(entry -> SHARED.matcher(entry).matches()))
            .flatMap(entries -> entries)
            .collect(Collectors.joining(File.pathSeparator));

    private final Process process;
    private final Writer calls;
    private final BufferedReader answers;

    private RqueueApplication(Process process) {
        this.process = process;
        this.calls = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    static RqueueApplication start(int port, String... options) throws IOException {
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        CLASSES,
                        "-cp",
                        CLASS_PATH,
                        "-proc:none",
                        "src/test/rqueue/RqueueJvm.java");
        assertThat(errors).isZero();
        List<String> command = OtherJvm.command(CLASS_PATH, List.of(options), RqueueApplication.class);
        command.set(command.size() - 1, "-Dport=" + port);
        command.add("-Dslf4j.internal.verbosity=ERROR");
        command.add("RqueueJvm");
        RqueueApplication application = new RqueueApplication(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
        application.awaitAnswer();
        return application;
    }

    private void awaitAnswer() throws IOException {
        assertThat(answers.readLine()).isEqualTo("ok");
    }

    void call(String method, String queue, String id, long number, long delay) {
        try {
            calls.write(method + " " + queue + " " + id + " " + number + " " + delay + "\n");
            calls.flush();
            awaitAnswer();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
