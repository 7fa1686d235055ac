package io.delayqueue.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class DemoIT {

    private final HttpClient client = HttpClient.newHttpClient();

    private final JsonMapper mapper = new JsonMapper();

    @Value("http://localhost:${local.server.port}")
    private String shop;

    @Autowired
    private DelayQueueService tasks;

    private PageEvents page;

    @BeforeEach
    void openPage() {
        page = new PageEvents(client, URI.create(shop + "/api/events"));
        await().until(() -> page.has("snapshot", snapshot -> true));
    }

    @Test
    void anUnpaidOrderShouldBeRemindedOfAndCancelled() throws Exception {
        long number = place("A bunch of tulips").get("number").asLong();

        tasks.runTaskNow("orders", "remind-" + number);
        await().until(() -> delivered("remind", number, "reminded"));
        tasks.runTaskNow("orders", "cancel-" + number);
        await().until(() -> delivered("cancel-unpaid", number, "cancelled"));

        assertThat(page.all("order")
                        .filter(order -> order.get("number").asLong() == number)
                        .map(order -> order.get("state").asString()))
                .containsExactly("OPEN", "OPEN", "CANCELLED");
        assertThat(page.all("delivery")
                        .filter(one -> one.get("order").asLong() == number)
                        .map(one -> one.get("latenessMillis").asDouble()))
                .allMatch(lateness -> lateness >= 0);
        assertThat(pay(number).statusCode()).isEqualTo(409);
    }

    @Test
    void aPaidOrderShouldNotBeCancelled() throws Exception {
        long number = place("Honey").get("number").asLong();
        assertThat(pay(number).statusCode()).isEqualTo(200);

        tasks.runTaskNow("orders", "cancel-" + number);
        tasks.runTaskNow("orders", "remind-" + number);
        await().until(() -> delivered("cancel-unpaid", number, "paid, nothing to do"));
        await().until(() -> delivered("remind", number, "paid, nothing to do"));

        assertThat(snapshotState(number)).isEqualTo("PAID");
    }

    @Test
    void aWithdrawnOrderShouldLeaveNoTasks() throws Exception {
        long number = place("Plums").get("number").asLong();
        assertThat(put("/api/orders/" + number + "/withdrawal").statusCode()).isEqualTo(200);

        assertThat(tasks.findTask("orders", "remind-" + number)).isEmpty();
        assertThat(tasks.findTask("orders", "cancel-" + number)).isEmpty();
        assertThat(snapshotState(number)).isEqualTo("WITHDRAWN");
        assertThat(put("/api/orders/1000000/withdrawal").statusCode()).isEqualTo(404);
    }

    @Test
    void parcelsShouldKeepToTheirRate() throws Exception {
        show("limit");
        long first = System.nanoTime();
        await().until(() -> steps("limit").count() == 6);

        // One at once and five more, two a second: no sooner than 2.5 s after the first, which may be over before the
        // answer.
        assertThat(Duration.ofNanos(System.nanoTime() - first)).isGreaterThan(Duration.ofMillis(1500));
    }

    @Test
    void entriesOfACustomerShouldNotOverlap() throws Exception {
        show("key");
        await().until(() -> steps("key").count() == 8);

        assertThat(steps("key").filter(text -> text.startsWith("Alice")))
                .containsExactly(
                        "Alice, bread: begins",
                        "Alice, bread: done",
                        "Alice, honey: begins",
                        "Alice, honey: done",
                        "Alice, tea: begins",
                        "Alice, tea: done");
        assertThat(steps("key")).containsSubsequence("Bob, apples: begins", "Alice, tea: begins");
    }

    @Test
    void declinedCardShouldLeaveNeitherRowNorTask() throws Exception {
        show("transaction");
        await().until(() -> steps("transaction").count() == 3);

        assertThat(steps("transaction"))
                .containsExactly(
                        "Alice: committed, rows: 1",
                        "Bob: The card is declined, rolled back, rows: 0, and no task",
                        "Alice: the task runs, rows: 1");
        assertThat(tasks.countTasks("promises", List.of("booking")))
                .allSatisfy(counts -> assertThat(counts.delayed() + counts.ready() + counts.reserved() + counts.dead())
                        .isZero());
    }

    @Test
    void theShopShouldOpenWithOrdersOfItsOwn() {
        await().atMost(20, TimeUnit.SECONDS)
                .until(() -> page.has(
                                "delivery",
                                one -> one.get("task").get("id").asString().equals("cancel-4"))
                        || page.has("snapshot", one -> one.toString().contains("cancel-4")));
    }

    @Test
    void badRequestsShouldBeAnsweredWithTheRule() throws Exception {
        HttpResponse<String> answer = post("{\"item\": \" \", \"paymentSeconds\": 15}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("item must have 1 to 60 characters");

        assertThat(post("{\"item\": \"Tea\", \"paymentSeconds\": 2}").statusCode())
                .isEqualTo(400);
        assertThat(post("{\"item\"").statusCode()).isEqualTo(400);
        assertThat(pay(1_000_000).statusCode()).isEqualTo(404);
    }

    @Test
    void thePageShouldBeServed() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(shop + "/")).build();
        assertThat(client.send(request, BodyHandlers.ofString()).body()).contains("Place an order");
    }

    private boolean delivered(String topic, long number, String outcome) {
        return page.has(
                "delivery",
                one -> one.get("order").asLong() == number
                        && one.get("task").get("topic").asString().equals(topic)
                        && one.get("outcome").asString().equals(outcome));
    }

    /** Reads the snapshot of a new page. */
    private String snapshotState(long number) {
        PageEvents second = new PageEvents(client, URI.create(shop + "/api/events"));
        await().until(() -> second.has("snapshot", snapshot -> true));
        return second.all("snapshot")
                .flatMap(snapshot -> snapshot.get("orders").valueStream())
                .filter(order -> order.get("number").asLong() == number)
                .map(order -> order.get("state").asString())
                .findFirst()
                .orElseThrow();
    }

    private void show(String promise) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(shop + "/api/promises/" + promise))
                .POST(BodyPublishers.noBody())
                .build();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(204);
    }

    private Stream<String> steps(String promise) {
        return page.all("step")
                .filter(step -> step.get("promise").asString().equals(promise))
                .map(step -> step.get("text").asString());
    }

    private JsonNode place(String item) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("{\"item\": \"%s\", \"paymentSeconds\": 600}".formatted(item));
        assertThat(answer.statusCode()).isEqualTo(201);
        return mapper.readTree(answer.body());
    }

    private HttpResponse<String> post(String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(shop + "/api/orders"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private HttpResponse<String> pay(long number) throws IOException, InterruptedException {
        return put("/api/orders/" + number + "/payment");
    }

    private HttpResponse<String> put(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(shop + path))
                .PUT(BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
