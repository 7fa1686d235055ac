package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.testing.OwnThread;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Open page that reads events as fast as they arrive. */
final class LiveClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpHeaders headers;

    private final InputStream body;

    private final List<String> lines = new CopyOnWriteArrayList<>();

    private final List<Event> events = new CopyOnWriteArrayList<>();

    private volatile boolean ended;

    record Event(String name, JsonNode data) {}

    private LiveClient(HttpResponse<InputStream> response) {
        headers = response.headers();
        body = response.body();
    }

    static LiveClient open(HttpClient client, URI uri) {
        try {
            HttpResponse<InputStream> response =
                    client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            LiveClient opened = new LiveClient(response);
            OwnThread.start(opened::read);
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void read() {
        String name = "";
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("event:")) {
                    name = line.substring("event:".length());
                } else if (line.startsWith("data:")) {
                    events.add(new Event(name, JsonMapper.shared().readTree(line.substring("data:".length()))));
                } else if (!line.isEmpty()) {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            // closed, here or there
        } finally {
            ended = true;
        }
    }

    HttpHeaders headers() {
        return headers;
    }

    /** Returns received lines that are not events. */
    List<String> lines() {
        return lines;
    }

    List<Event> events() {
        return events;
    }

    boolean isEnded() {
        return ended;
    }

    /** Waits for a new event that matches. */
    JsonNode next(Predicate<JsonNode> condition) {
        return after(events.size(), condition);
    }

    /** Waits for an event that matches, after a number of events. */
    JsonNode after(int from, Predicate<JsonNode> condition) {
        return await().atMost(PATIENCE)
                .until(
                        () -> events.stream()
                                .skip(from)
                                .map(Event::data)
                                .filter(condition)
                                .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
    }

    JsonNode next() {
        return next(data -> true);
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
