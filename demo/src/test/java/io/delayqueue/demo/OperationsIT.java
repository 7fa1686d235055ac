package io.delayqueue.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.TaskCounts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Operation of the shop. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "demo.mail-retry=50ms")
@DirtiesContext
class OperationsIT {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    private final HttpClient client = HttpClient.newHttpClient();

    private final JsonMapper mapper = new JsonMapper();

    @Value("http://localhost:${local.server.port}")
    private String shop;

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    @Qualifier("mail")
    private DelayQueueService mails;

    @Test
    void receiptThatCannotBeSentShouldDieAndBeSentWhenItIsRequeued() throws Exception {
        call("PUT", "/api/mail-server", "{\"up\": false}");
        long order = place("Honey");
        call("PUT", "/api/orders/" + order + "/payment", "");
        await().until(() -> receipts().dead() == 1);
        assertThat(mails.findTask("mails", "receipt-" + order)).hasValueSatisfying(letter -> {
            assertThat(letter.attempts()).isEqualTo(3);
            assertThat(letter.lastError().message()).contains("The mail server is switched off");
        });

        call("PUT", "/api/mail-server", "{\"up\": true}");
        call("POST", "/delayqueue/api/v1/groups/mails/topics/receipt/requeue?queue=mail", "{}");
        await().until(() -> receipts().total() == 0);
    }

    private TaskCounts receipts() {
        return mails.topic("mails", "receipt").count();
    }

    @Test
    void tasksShouldCarryTheTraceOfTheirOrder() throws Exception {
        long order = place("Olive oil");
        Map<String, String> headers =
                tasks.findTask("orders", "cancel-" + order).orElseThrow().headers();
        assertThat(headers.get("traceparent")).contains(TRACE);
    }

    @Test
    void healthShouldTellOfBothQueues() throws Exception {
        JsonNode queues = mapper.readTree(call("GET", "/actuator/health", "")).at("/components/delayQueue/components");
        assertThat(queues.propertyNames()).containsExactlyInAnyOrder("default", "mail");
        assertThat(queues.at("/default/status").asString()).isEqualTo("UP");
        assertThat(queues.at("/mail/status").asString()).isEqualTo("UP");
    }

    @Test
    void scrapeShouldHaveTheMetersOfBothQueues() throws Exception {
        await().untilAsserted(() -> assertThat(call("GET", "/actuator/prometheus", ""))
                .contains("delayqueue_lateness_seconds{group=\"orders\",queue=\"default\",topic=\"remind\"")
                .contains(
                        "delayqueue_tasks{group=\"orders\",queue=\"default\",state=\"delayed\",topic=\"cancel-unpaid\"")
                .contains("delayqueue_permits_max{group=\"mails\",queue=\"mail\",topic=\"receipt\"} 2.0")
                .contains("delayqueue_execution_seconds_count"));
    }

    @Test
    void topicShouldPauseAndResume() throws Exception {
        String path = "/delayqueue/api/v1/groups/orders/topics/remind/";
        call("POST", path + "pause", "");
        assertThat(tasks.topic("orders", "remind").count().paused()).isTrue();
        call("POST", path + "resume", "");
        assertThat(tasks.topic("orders", "remind").count().paused()).isFalse();
    }

    /** The host is not checked there. */
    @Test
    void actuatorShouldShowAndNotChange() throws Exception {
        String path = "/actuator/delayqueue/orders/remind";
        assertThat(mapper.readTree(call("GET", path, "")).get("paused").asBoolean())
                .isFalse();
        assertThat(send("POST", path, "{\"action\": \"pause\"}").statusCode()).isEqualTo(405);
        assertThat(tasks.topic("orders", "remind").count().paused()).isFalse();
    }

    private long place(String item) throws Exception {
        String body = "{\"item\": \"%s\", \"paymentSeconds\": 600}".formatted(item);
        return mapper.readTree(call("POST", "/api/orders", body)).get("number").asLong();
    }

    private String call(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(method, path, body);
        assertThat(answer.statusCode())
                .as(method + " " + path + ": " + answer.body())
                .isBetween(200, 299);
        return answer.body();
    }

    private HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(shop + path))
                .header("Content-Type", "application/json")
                .header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01")
                .method(method, BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
