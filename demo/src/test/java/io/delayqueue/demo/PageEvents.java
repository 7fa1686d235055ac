package io.delayqueue.demo;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Follows the event stream like a page. */
final class PageEvents {

    private final JsonMapper mapper = new JsonMapper();

    private final List<Event> events = new CopyOnWriteArrayList<>();

    private final CompletableFuture<Void> end;

    private String name = "";

    PageEvents(HttpClient client, URI uri) {
        this.end = client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofLines())
                .thenAcceptAsync(response -> response.body().forEach(this::line));
    }

    /** Completes when the server ends the stream. */
    CompletableFuture<Void> end() {
        return end;
    }

    Stream<JsonNode> all(String name) {
        return events.stream().filter(event -> event.name().equals(name)).map(Event::data);
    }

    boolean has(String name, Predicate<JsonNode> condition) {
        return all(name).anyMatch(condition);
    }

    private void line(String line) {
        if (line.startsWith("event:")) {
            name = line.substring("event:".length());
        } else if (line.startsWith("data:")) {
            events.add(new Event(name, mapper.readTree(line.substring("data:".length()))));
        }
    }

    private record Event(String name, JsonNode data) {}
}
