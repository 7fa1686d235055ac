package io.delayqueue.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command of a page that begins with {@code curl}, run by the shell, or by this JVM where there is no curl. It may have -X, -H,
 * -d and a URL with {@code $API} in it.
 */
record Curl(String command) {

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(?:[^\\s'\"\\\\]|\\\\(?!\\n))+");

    private static final boolean INSTALLED = isInstalled();

    /** What is said of an answer: status, headers by their lines, body. */
    record Answer(int status, List<String> headers, String body) {}

    private static boolean isInstalled() {
        try {
            return new ProcessBuilder("bash", "-c", "curl --version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Answer run(String api) throws IOException, InterruptedException {
        return INSTALLED ? byShell(api) : byClient(api);
    }

    private Answer byShell(String api) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "API=" + api + "; " + command.replaceFirst("^curl", "curl -s -S -i --max-time 60"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + " ended with " + process.exitValue() + ": " + output);
        }
        int end = output.indexOf("\r\n\r\n");
        List<String> head = output.substring(0, end).lines().toList();
        return new Answer(
                Integer.parseInt(head.get(0).split(" ")[1]), head.subList(1, head.size()), output.substring(end + 4));
    }

    Answer byClient(String api) throws IOException, InterruptedException {
        HttpResponse<String> response = HttpClient.newHttpClient().send(request(api), BodyHandlers.ofString());
        List<String> headers = response.headers().map().entrySet().stream()
                .map(header -> header.getKey() + ": " + String.join(", ", header.getValue()))
                .collect(Collectors.toList());
        return new Answer(response.statusCode(), headers, response.body());
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

    /** The call it makes, such as {@code GET /groups}. */
    String call() {
        HttpRequest request = request("http://localhost");
        return request.method() + " " + request.uri().getPath();
    }
}
