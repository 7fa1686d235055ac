package io.delayqueue.web.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Command of the documentation that begins with {@code curl}, run by the shell, or by this JVM without curl. It may have -X,
 * -H, -d, -N, --max-time and a URL with {@code $API}.
 */
record Curl(String command) {

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(?:[^\\s'\"\\\\]|\\\\(?!\\n))+");

    private static final Pattern MAX_TIME = Pattern.compile("--max-time (\\d+)");

    private static final long MAX_SECONDS = 60;

    /** Exit code of curl after its maximum time. */
    private static final int TIMED_OUT = 28;

    private static final boolean INSTALLED = isInstalled();

    /** Response: status, header lines, body. */
    record Answer(int status, List<String> headers, String body) {}

    private static boolean isInstalled() {
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
        return INSTALLED ? byShell(variables) : byClient(variables);
    }

    private Answer byShell(Map<String, String> variables) throws IOException, InterruptedException {
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

    Answer byClient(Map<String, String> variables) throws InterruptedException {
        String text = command;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            text = text.replace("'$" + variable.getKey() + "'", variable.getValue());
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        AtomicReference<ResponseInfo> head = new AtomicReference<>();
        CompletableFuture<HttpResponse<Void>> response = HttpClient.newHttpClient()
                .sendAsync(new Curl(text).request(variables.get("API")), info -> {
                    head.set(info);
                    return BodySubscribers.ofByteArrayConsumer(part -> part.ifPresent(body::writeBytes));
                });
        try {
            response.get(maxSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            // Like curl, because a stream does not end.
            response.cancel(true);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        ResponseInfo info = head.get();
        if (info == null) {
            throw new IllegalStateException(command + " was not answered");
        }
        List<String> headers = info.headers().map().entrySet().stream()
                .map(header -> header.getKey() + ": " + String.join(", ", header.getValue()))
                .collect(Collectors.toList());
        return new Answer(info.statusCode(), headers, body.toString(UTF_8));
    }

    private long maxSeconds() {
        Matcher limit = MAX_TIME.matcher(command);
        return limit.find() ? Long.parseLong(limit.group(1)) : MAX_SECONDS;
    }

    private HttpRequest request(String api) {
        List<String> words = words(api);
        HttpRequest.Builder request = HttpRequest.newBuilder();
        String method = "GET";
        String body = null;
        for (int i = 1; i < words.size(); i++) {
            switch (words.get(i)) {
                case "-X" -> method = words.get(++i);
                case "-d" -> {
                    body = words.get(++i);
                    method = "POST";
                }
                case "-H" -> {
                    String[] header = words.get(++i).split(": ", 2);
                    request.header(header[0], header[1]);
                }
                case "--max-time" -> i++;
                case "-N" -> {}
                default -> request.uri(URI.create(words.get(i)));
            }
        }
        return request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
    }

    private List<String> words(String api) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            String text = matcher.group(1) != null
                    ? matcher.group(1)
                    : (matcher.group(2) != null ? matcher.group(2) : matcher.group()).replace("$API", api);
            words.add(text);
        }
        return words;
    }

    /** Returns the call, such as {@code GET /groups}. */
    String call() {
        HttpRequest request = new Curl(command.replace("'$RECEIPT'", "")).request("http://localhost");
        return request.method() + " " + request.uri().getPath();
    }
}
