package io.delayqueue.web.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Command of the documentation that begins with {@code curl}, run by the shell. The URL begins with {@code $API}. */
record Curl(String command) {

    private static final Pattern METHOD = Pattern.compile(" -X (\\w+)");

    private static final Pattern PATH = Pattern.compile("\\$API([^\\s\"'?]*)");

    private static final long MAX_SECONDS = 60;

    /** Exit code of curl after its maximum time. */
    private static final int TIMED_OUT = 28;

    /** Response: status, header lines, body. */
    record Answer(int status, List<String> headers, String body) {}

    static boolean isInstalled() {
        try {
            return exit(new ProcessBuilder("bash", "-c", "curl --version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start())
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs the command to its end or until a time-out.
     *
     * @param variables the variables of the shell, such as API
     */
    Answer run(Map<String, String> variables) throws IOException, InterruptedException {
        Path file = Files.createTempFile("curl", ".http");
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            "bash", "-c", command.replaceFirst("^curl", "curl -s -S -i --max-time " + MAX_SECONDS))
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(file.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().putAll(variables);
            int exit = exit(builder.start());
            String output = Files.readString(file);
            if (exit != 0 && !(exit == TIMED_OUT && isStream(output))) {
                throw new IllegalStateException(command + " ended with " + exit + ": " + output);
            }
            int end = output.indexOf("\r\n\r\n");
            List<String> head = output.substring(0, end).lines().toList();
            return new Answer(
                    Integer.parseInt(head.get(0).split(" ")[1]),
                    head.subList(1, head.size()),
                    output.substring(end + 4));
        } finally {
            Files.delete(file);
        }
    }

    private static boolean isStream(String output) {
        return output.contains("Content-Type: text/event-stream");
    }

    /** Curl ends before that; the time-out protects the build. */
    private static int exit(Process process) throws InterruptedException {
        if (process.waitFor(2 * MAX_SECONDS, TimeUnit.SECONDS)) {
            return process.exitValue();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IllegalStateException(process.info() + " did not end");
    }

    /** Returns the call, such as {@code GET /groups}. */
    String call() {
        Matcher method = METHOD.matcher(command);
        Matcher path = PATH.matcher(command);
        if (!path.find()) {
            throw new IllegalStateException("No path of the API in " + command);
        }
        String implied = command.contains(" -d ") ? "POST" : "GET";
        return (method.find() ? method.group(1) : implied) + " " + path.group(1);
    }
}
