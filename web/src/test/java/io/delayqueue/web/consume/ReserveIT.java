package io.delayqueue.web.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Consumers over HTTP, in an application whose web server has fewer threads than waiting requests. */
class ReserveIT {

    private static final int POLLS = 6;

    private static final RedisServer SERVER = RedisServer.start();

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static WebApplication application;

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                "server.tomcat.threads.max=3",
                "server.tomcat.threads.min-spare=1",
                "delayqueue.groups.orders=all,several,life,often,touch,polled,elsewhere,abandoned,late,spaces,gone,bad",
                "delayqueue.web.max-long-polls=" + POLLS,
                "delayqueue.max-payload-size=4MB");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static void add(String topic, String id) {
        application.service().addTask(Task.of("orders", topic).id(id).build());
    }

    private static TaskInfo find(String id) {
        return application.service().findTask("orders", id).orElseThrow();
    }

    private static String path(String topic) {
        return "/groups/orders/topics/" + topic + "/reserve";
    }

    private static JsonNode leased(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        assertThat(exchange.header("Content-Type")).isEqualTo("application/json");
        assertThat(exchange.header("Cache-Control")).isEqualTo("no-store");
        assertThat(exchange.header("Content-Language")).isEmpty();
        return exchange.json().get("tasks");
    }

    /** Reserves the next task of a topic after it has become ready. */
    private static JsonNode next(String topic) {
        JsonNode tasks = leased(application.post(path(topic), "{\"wait\": \"20s\", \"ttr\": \"60s\"}"));
        assertThat(tasks.size()).isEqualTo(1);
        return tasks.get(0);
    }

    private static Exchange settle(String how, JsonNode task, String more) {
        return application.post(
                "/leases/" + how, "{\"receipt\": \"" + task.get("receipt").asString() + "\"" + more + "}");
    }

    private static void settled(String how, JsonNode task, String more) {
        Exchange exchange = settle(how, task, more);
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(204);
        assertThat(exchange.text()).isEmpty();
    }

    private static void assertStale(Exchange exchange, String id) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(409);
        assertThat(exchange.problem()).isEqualTo("stale");
        assertThat(exchange.json().get("id").asString()).isEqualTo(id);
    }

    private static HttpRequest request(String topic) {
        return HttpRequest.newBuilder(URI.create(application.origin() + application.api() + path(topic)))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"wait\": \"30s\"}"))
                .build();
    }

    private static CompletableFuture<HttpResponse<String>> poll(String topic) {
        return CLIENT.sendAsync(request(topic), BodyHandlers.ofString());
    }

    private static long waiting() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("delayqueue-long-poll-"))
                .filter(thread -> List.of(thread.getStackTrace()).stream()
                        .anyMatch(frame -> frame.getMethodName().equals("blpop")))
                .count();
    }

    private static void awaitWaiting(int number) {
        await().atMost(Duration.ofSeconds(30)).until(() -> waiting() == number);
    }

    @Test
    void taskShouldComeWithAllThatAConsumerNeeds() {
        application
                .service()
                .addTask(Task.of("orders", "all")
                        .id("all")
                        .payload(Map.of("order", 42))
                        .headers(Map.of("Trace", "<b>"))
                        .description("for Ada")
                        .maxAttempts(7)
                        .build());
        JsonNode task = next("all");
        assertThat(task.propertyNames())
                .containsExactly(
                        "id",
                        "group",
                        "topic",
                        "receipt",
                        "attempt",
                        "maxAttempts",
                        "delivery",
                        "dueAt",
                        "occurrence",
                        "payload",
                        "headers",
                        "description",
                        "ttrMillis",
                        "leaseMillis");
        assertThat(task.get("group").asString()).isEqualTo("orders");
        assertThat(task.get("topic").asString()).isEqualTo("all");
        assertThat(task.get("attempt").asInt()).isEqualTo(1);
        assertThat(task.get("maxAttempts").asInt()).isEqualTo(7);
        assertThat(task.get("dueAt").asString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(task.get("delivery").asLong()).isPositive();
        assertThat(task.get("occurrence")).isEqualTo(task.get("dueAt"));
        assertThat(task.at("/payload/order").asInt()).isEqualTo(42);
        assertThat(task.at("/headers/Trace").asString()).isEqualTo("<b>");
        assertThat(task.get("ttrMillis").asLong()).isEqualTo(60_000);
        assertThat(task.get("leaseMillis").asLong()).isBetween(1L, 60_000L);
        assertThat(find("all").state()).isEqualTo(TaskState.RESERVED);
        settled("finish", task, "");
        assertThat(application.service().findTask("orders", "all")).isEmpty();
        assertStale(settle("finish", task, ""), "all");
        assertStale(settle("touch", task, ""), "all");
    }

    @Test
    void severalTasksShouldComeAtOnceAndNoneWhereThereIsNone() {
        assertThat(leased(application.post(path("several"))).size()).isZero();
        List<String> ids = IntStream.range(0, 5).mapToObj(i -> "s" + i).toList();
        ids.forEach(id -> add("several", id));
        await().until(() -> ids.stream().allMatch(id -> find(id).state() == TaskState.READY));
        assertThat(leased(application.post(path("several"))).size()).isEqualTo(1);
        JsonNode rest = leased(application.post(path("several"), "{\"limit\": 3}"));
        assertThat(rest.valueStream().map(task -> task.get("id").asString())).containsExactly("s1", "s2", "s3");
        assertThat(rest.get(0).get("ttrMillis").asLong()).isEqualTo(30_000);
        assertThat(rest.get(0).has("payload")).isFalse();
    }

    @Test
    void manyTasksShouldBeFinishedInOneCallWithAnAnswerForEach() {
        application.engine().register().registerTopic("orders", "many");
        List<String> ids = IntStream.range(0, 3).mapToObj(i -> "many" + i).toList();
        ids.forEach(id -> add("many", id));
        await().until(() -> ids.stream().allMatch(id -> find(id).state() == TaskState.READY));
        JsonNode tasks = leased(application.post(path("many"), "{\"limit\": 3}"));
        settled("release", tasks.get(1), "");
        String receipts = tasks.valueStream()
                .map(task -> "\"" + task.get("receipt").asString() + "\"")
                .collect(Collectors.joining(", "));
        Exchange exchange = application.post("/leases/finish-all", "{\"receipts\": [" + receipts + "]}");
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        assertThat(exchange.json().get("results").valueStream().map(JsonNode::asString))
                .containsExactly("FINISHED", "STALE", "FINISHED");
        assertThat(ids.stream()
                        .filter(id ->
                                application.service().findTask("orders", id).isPresent()))
                .containsExactly("many1");
        settled("finish", next("many"), "");
    }

    @Test
    void taskShouldBeRetriedReleasedAndBuried() {
        add("life", "life");
        JsonNode first = next("life");
        settled("release", first, "");
        assertStale(settle("finish", first, ""), "life");
        JsonNode again = next("life");
        assertThat(again.get("attempt").asInt()).isEqualTo(1);
        settled("release", again, ", \"delay\": \"PT0.1S\", \"reason\": \"not <yet>\"");
        assertThat(find("life").lastError().message()).isEqualTo("not <yet>");
        JsonNode second = next("life");
        assertThat(second.get("attempt").asInt()).isEqualTo(1);
        settled("retry", second, ", \"delay\": \"0ms\"");
        JsonNode third = next("life");
        assertThat(third.get("attempt").asInt()).isEqualTo(2);
        settled("bury", third, ", \"reason\": \"enough\"");
        assertThat(find("life").state()).isEqualTo(TaskState.DEAD);
        assertThat(find("life").lastError().message()).isEqualTo("enough");
        assertThat(find("life").lastError().stack()).isNull();
        assertThat(find("life").lastError().attempt()).isEqualTo(2);
    }

    @Test
    void finishedTaskThatRepeatsShouldHaveItsLastRun() {
        application
                .service()
                .addTask(Task.of("orders", "often")
                        .id("often")
                        .repeat(Repeat.fixedRate(Duration.ofHours(1)))
                        .build());
        JsonNode first = next("often");
        settled("finish", first, "");
        JsonNode task = application.get("/groups/orders/tasks/often").json();
        assertThat(task.get("state").asString()).isEqualTo("DELAYED");
        assertThat(task.at("/lastRun/dueAt")).isEqualTo(first.get("dueAt"));
        assertThat(Instant.parse(task.at("/lastRun/endedAt").asString()))
                .isAfterOrEqualTo(Instant.parse(first.get("dueAt").asString()));
        assertThat(task.at("/lastRun/failed")).hasToString("false");
        assertThat(Instant.parse(task.at("/nextRuns/0").asString()))
                .isEqualTo(Instant.parse(first.get("dueAt").asString()).plus(Duration.ofHours(1)));
        application.delete("/groups/orders/tasks/often");
    }

    @Test
    void touchShouldSayHowLongTheLeaseLasts() {
        add("touch", "touch");
        JsonNode task = next("touch");
        Instant until = find("touch").stateUntil();
        Exchange touched = settle("touch", task, "");
        assertThat(touched.status()).as(touched.text()).isEqualTo(200);
        assertThat(touched.json().get("leaseMillis").asLong()).isBetween(1L, 60_000L);
        assertThat(find("touch").stateUntil()).isAfter(until);
        settled("finish", task, "");
    }

    @Test
    void waitsShouldHoldNoThreadOfTheWebServerAndEndWithATaskOrAnswerTooManyWhenThereIsNoRoom() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> polls =
                IntStream.range(0, POLLS).mapToObj(i -> poll("polled")).toList();
        awaitWaiting(POLLS);
        HttpResponse<String> tooMany = poll("polled").get();
        assertThat(tooMany.statusCode()).isEqualTo(429);
        assertThat(tooMany.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(tooMany.body()).contains("urn:delayqueue:problem:too-many");
        assertThat(leased(application.post(path("polled"))).size()).isZero();
        add("elsewhere", "elsewhere");
        await().until(() -> find("elsewhere").state() == TaskState.READY);
        assertThat(poll("elsewhere").get().body())
                .as("what there is takes no room")
                .contains("\"elsewhere\"");
        IntStream.range(0, POLLS).forEach(i -> add("polled", "p" + i));
        for (CompletableFuture<HttpResponse<String>> poll : polls) {
            HttpResponse<String> response = poll.get();
            assertThat(response.statusCode()).isEqualTo(200);
            JsonNode tasks = JsonMapper.shared().readTree(response.body()).get("tasks");
            assertThat(tasks.size()).isEqualTo(1);
            settled("finish", tasks.get(0), "");
        }
        assertThat(application.service().countTasks("orders"))
                .filteredOn(counts -> counts.topic().topic().equals("polled"))
                .allMatch(counts -> counts.total() == 0);
    }

    private static Socket waiting(String topic) throws IOException {
        String body = "{\"wait\": \"30s\", \"ttr\": \"10m\"}";
        Socket socket = new Socket("localhost", URI.create(application.origin()).getPort());
        socket.getOutputStream()
                .write(("POST " + application.api() + path(topic) + " HTTP/1.1\r\nHost: localhost\r\n"
                                + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body)
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** There is no task to write; the wait itself would last for 30 s. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void placesOfThoseWhoHaveGoneShouldBeFreeBeforeTheirWaitsEnd(boolean reset) throws IOException {
        application.post(path("abandoned"));
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < POLLS; i++) {
            sockets.add(waiting("abandoned"));
        }
        awaitWaiting(POLLS);
        for (Socket socket : sockets) {
            socket.setSoLinger(reset, 0);
            socket.close();
        }
        await().atMost(Duration.ofSeconds(15)).until(() -> waiting() == 0);
    }

    /** Reads the beginning of a response: its headers, and a chunk that is a space. */
    private static void readSpace(Socket socket) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf("\r\n\r\n1\r\n \r\n") < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as(read.toString()).isNotNegative();
            read.append((char) next);
        }
    }

    /** The system of a disconnected client accepts the first write, and resets the connection then. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void taskThatComesToWhoHasJustGoneShouldBeGivenBack(boolean reset) throws IOException {
        String id = "late-" + reset;
        application.post(path("late"));
        try (Socket socket = waiting("late")) {
            readSpace(socket);
            socket.setSoLinger(reset, 0);
        }
        add("late", id);
        await().atMost(Duration.ofSeconds(20)).until(() -> waiting() == 0 && find(id).state() == TaskState.READY);
        JsonNode task = next("late");
        assertThat(task.get("attempt").asInt()).isEqualTo(1);
        settled("finish", task, "");
    }

    @Test
    void answerAfterAWaitShouldBeJson() throws Exception {
        // Its headers are sent with the first space.
        HttpResponse<InputStream> answer = CLIENT.send(request("spaces"), BodyHandlers.ofInputStream());
        add("spaces", "spaces");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        String body = new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(body).startsWith("  ");
        JsonNode task = JsonMapper.shared().readTree(body).at("/tasks/0");
        assertThat(task.get("id").asString()).isEqualTo("spaces");
        settled("finish", task, "");
    }

    @Test
    void taskOfWhoHasGoneShouldBeGivenBack() throws IOException {
        application.post(path("gone"));
        String body = "{\"wait\": \"30s\", \"ttr\": \"10m\"}";
        try (Socket socket =
                new Socket("localhost", URI.create(application.origin()).getPort())) {
            socket.getOutputStream()
                    .write(("POST " + application.api() + path("gone") + " HTTP/1.1\r\nHost: localhost\r\n"
                                    + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                    + body)
                            .getBytes(StandardCharsets.US_ASCII));
            awaitWaiting(1);
            // The other side detects it at once.
            socket.setSoLinger(true, 0);
        }
        application
                .service()
                .addTask(Task.of("orders", "gone")
                        .id("gone")
                        .payload("x".repeat(3_000_000))
                        .build());
        await().atMost(Duration.ofSeconds(30))
                .until(() -> waiting() == 0 && find("gone").state() == TaskState.READY);
        JsonNode task = next("gone");
        assertThat(task.get("attempt").asInt())
                .as("an attempt that reached no client does not count")
                .isEqualTo(1);
        settled("finish", task, "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"limit\": 0} | limit | limit must be from 1 to 500, but is '0'",
                "{\"limit\": 501} | limit | limit must be from 1 to 500, but is '501'",
                "{\"ttr\": \"999ms\"} | ttr | ttr must be from 1 second to 36,500 days, but is '999ms'",
                "{\"wait\": \"31s\"} | wait | wait must be from 0 to 30000 ms",
                "{\"wait\": \"-1s\"} | wait | wait must be from 0 to 30000 ms",
                "{\"wait\": \"soon\"} | wait |",
                "{\"waitAtMost\": \"1s\"} | waitAtMost |"
            })
    void reserveThatBreaksARuleShouldBeRefused(String body, String field, String detail) {
        Exchange refused = application.post(path("bad"), body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.problem()).isEqualTo("invalid-request");
        assertThat(refused.json().get("field").asString()).isEqualTo(field);
        if (detail != null) {
            assertThat(refused.json().get("detail").asString()).isEqualTo(detail);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "finish | {} | receipt",
                "finish | {\"receipt\": null} | receipt",
                "finish | {\"receipt\": \"x\"} | receipt",
                "finish-all | {} | receipts",
                "finish-all | {\"receipts\": [null]} | receipts",
                "finish-all | {\"receipts\": [\"$\", \"x\"]} | receipt",
                "touch | {\"receipt\": \"e30\"} | receipt",
                "retry | {\"delay\": \"1s\"} | receipt",
                "retry | {\"receipt\": \"$\"} | delay",
                "retry | {\"receipt\": \"$\", \"delay\": \"-1s\"} | delay",
                "release | {\"receipt\": \"$\", \"reason\": \"why\"} | reason",
                "bury | {\"receipt\": \"$\"} | reason"
            })
    void settlementThatBreaksARuleShouldBeRefused(String how, String body, String field) {
        String id = "rule" + Math.abs((how + body).hashCode());
        application.engine().register().registerTopic("orders", id);
        add(id, id);
        JsonNode task = next(id);
        Exchange refused = application.post(
                "/leases/" + how, body.replace("$", task.get("receipt").asString()));
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().get("field").asString()).isEqualTo(field);
        assertThat(find(id).state()).isEqualTo(TaskState.RESERVED);
        settled("finish", task, "");
    }

    @Test
    void nameThatBreaksTheRuleAndQueueThatIsNotThereShouldBeRefused() {
        Exchange name = application.post("/groups/orders/topics/1st/reserve");
        assertThat(name.status()).isEqualTo(400);
        assertThat(name.json().get("field").asString()).isEqualTo("topic");
        Exchange unknown = application.post(path("badd"));
        assertThat(unknown.problem()).isEqualTo("not-found");
        assertThat(unknown.json().get("detail").asString())
                .isEqualTo(
                        "The topic orders/badd is not registered: register it before it is pulled. The registered topic with"
                                + " the most similar name is orders/bad.");
        Exchange queue = application.post(path("bad") + "?queue=other");
        assertThat(queue.status()).isEqualTo(404);
        assertThat(queue.problem()).isEqualTo("no-queue");
        assertThat(application.send("GET", path("bad")).status()).isEqualTo(405);
    }
}
