package io.delayqueue.web.api.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.scenario.LogLines;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid requests and their problems. */
class ProblemsIT {

    private static final String TASKS = "/groups/orders/topics/remind/tasks";

    private static final RedisServer SERVER = RedisServer.start();

    private static WebApplication application;

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                "delayqueue.groups.orders=remind",
                "delayqueue.max-payload-size=1KB",
                "delayqueue.web.max-body-size=20KB",
                "delayqueue.web.max-batch=3");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static void isProblem(Exchange exchange, int status, String word) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(status);
        assertThat(exchange.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(exchange.header("Cache-Control")).isEqualTo("no-store");
        assertThat(exchange.json().get("type").asString()).isEqualTo("urn:delayqueue:problem:" + word);
        assertThat(exchange.json().get("status").asInt()).isEqualTo(status);
        assertThat(exchange.json().get("title").asString()).isNotBlank();
        assertThat(exchange.json().get("detail").asString()).isNotBlank();
        assertThat(exchange.json().get("instance").asString())
                .isEqualTo(application.api() + exchange.path().replaceFirst("\\?.*", ""));
        assertThat(exchange.text())
                .doesNotContain("Exception")
                .doesNotContain("java.")
                .doesNotContain("io.delayqueue")
                .doesNotContain("tools.jackson")
                .doesNotContain("org.springframework");
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                Arguments.of("{\"dealy\":\"1h\"}", "dealy", "dealy is an unknown field"),
                Arguments.of(
                        "{\"delay\":5}",
                        "delay",
                        "delay must be a duration such as \"PT1H30M\", \"90m\" or \"500ms\", but is a number"),
                Arguments.of(
                        "{\"delay\":\"1h30m\"}",
                        "delay",
                        "delay must be a duration such as \"PT1H30M\", \"90m\" or \"500ms\", but is \"1h30m\""),
                Arguments.of("{\"delay\":1e99}", "delay", "delay must be a duration such as"),
                Arguments.of(
                        "{\"delay\":\"" + "x".repeat(50) + "\"}",
                        "delay",
                        "delay must be a duration such as \"PT1H30M\", \"90m\" or \"500ms\", but is a text"),
                Arguments.of("{\"delay\":\"99999999999999999d\"}", "delay", "delay must be a duration such as"),
                Arguments.of("{\"delay\":\"-1s\"}", "delay", "delay must not be negative, but is '-1s'"),
                Arguments.of("{\"delay\":\"36501d\"}", "delay", "delay must be at most 36,500 days"),
                Arguments.of(
                        "{\"at\":\"tomorrow\"}",
                        "at",
                        "at must be an instant such as \"2026-11-22T01:02:03.004Z\", but is \"tomorrow\""),
                Arguments.of("{\"at\":1795312978000}", "at", "at must be an instant such as"),
                Arguments.of("{\"at\":\"+10000-01-01T00:00:00Z\"}", "at", "at must be before the year 10000"),
                Arguments.of(
                        "{\"delay\":\"1s\",\"at\":\"2030-01-01T00:00:00Z\"}",
                        "delay",
                        "delay must be missing if at is given"),
                Arguments.of("{\"id\":\"a b\"}", "id", "id must be 1 to 128 letters"),
                Arguments.of("{\"id\":5}", "id", "id must be a text, but is a number"),
                Arguments.of(
                        "{\"priority\":\"URGENT\"}",
                        "priority",
                        "priority must be \"HIGH\" or \"NORMAL\" or \"LOW\", but is \"URGENT\""),
                Arguments.of("{\"priority\":0}", "priority", "priority must be \"HIGH\""),
                Arguments.of("{\"headers\":[]}", "headers", "headers must be an object, but is an array"),
                Arguments.of("{\"headers\":{\"a\":1}}", "headers.a", "headers.a must be a text, but is a number"),
                Arguments.of("{\"headers\":{\"a\":null}}", "headers.a", "headers.a must be a text, but is null"),
                Arguments.of(
                        "{\"maxAttempts\":\"5\"}", "maxAttempts", "maxAttempts must be a whole number, but is a text"),
                Arguments.of("{\"maxAttempts\":2.5}", "maxAttempts", "maxAttempts must be a whole number, but is 2.5"),
                Arguments.of(
                        "{\"maxAttempts\":1e99}", "maxAttempts", "maxAttempts must be a whole number, but is 1.0E99"),
                Arguments.of(
                        "{\"maxAttempts\":1e999}",
                        "maxAttempts",
                        "maxAttempts must be a whole number, but is a number"),
                Arguments.of("{\"maxAttempts\":99999999999}", "maxAttempts", "maxAttempts must be a number of at most"),
                Arguments.of("{\"maxAttempts\":0}", "maxAttempts", "maxAttempts must be at least 1"),
                Arguments.of("{\"ttr\":\"1ms\"}", "ttr", "ttr must be at least 1 second"),
                Arguments.of("{\"retry\":{}}", "retry.initialDelay", "retry.initialDelay must be given"),
                Arguments.of("{\"retry\":5}", "retry", "retry must be an object, but is a number"),
                Arguments.of(
                        "{\"retry\":{\"initialDelay\":\"1s\",\"jitter\":2}}",
                        "retry.jitter",
                        "retry.jitter must be from 0 to 1, but is 2.0"),
                Arguments.of(
                        "{\"retry\":{\"initialDelay\":\"1h30m\"}}",
                        "retry.initialDelay",
                        "retry.initialDelay must be a duration such as \"PT1H30M\", \"90m\" or \"500ms\", but is"),
                Arguments.of(
                        "{\"retry\":{\"initialDelay\":\"1s\",\"maxDelay\":\"36501d\"}}",
                        "retry.maxDelay",
                        "retry.maxDelay must be at most 36,500 days, but is 36501d"),
                Arguments.of(
                        "{\"retry\":{\"initialDelay\":\"1s\",\"multiplier\":\"1e99\"}}",
                        "retry.multiplier",
                        "retry.multiplier must be a number, but is a text"),
                Arguments.of(
                        "{\"retry\":{\"initialDelay\":\"1s\",\"multiplier\":\"NaN\"}}",
                        "retry.multiplier",
                        "retry.multiplier must be at least 1"),
                Arguments.of(
                        "{\"retry\":{\"initialDelay\":\"1s\",\"multiplier\":1e999}}",
                        "retry.multiplier",
                        "retry.multiplier must be finite, but is Infinity"),
                Arguments.of("{\"retry\":{\"dealy\":1}}", "retry.dealy", "retry.dealy is an unknown field"),
                Arguments.of("{\"repeat\":{}}", "repeat", "repeat must have a rate, a delay or a cron"),
                Arguments.of("{\"repeat\":{\"rate\":\"1ms\"}}", "repeat", "repeat period must be at least 10 ms"),
                Arguments.of("{\"repeat\":{\"cron\":\"often\"}}", "repeat", "repeat must have a cron expression"),
                Arguments.of(
                        "{\"repeat\":{\"cron\":\"0 0 3 * * *\",\"zone\":\"Mars\"}}",
                        "repeat.zone",
                        "repeat.zone must be a time zone"),
                Arguments.of(
                        "{\"payload\":\"" + "x".repeat(1024) + "\"}",
                        "payload",
                        "payload must be at most 1024 bytes of JSON, but is 1026"),
                Arguments.of("{\"payload\":{\"\\ud800\":1}}", "payload", "payload must be JSON that can be read again"),
                Arguments.of("{\"description\":\"" + "x".repeat(4097) + "\"}", "description", "description must be at"),
                Arguments.of("{\"group\":\"orders\"}", "group", "group must be in the path only"),
                Arguments.of("{", null, "The body must be JSON, with each name once in an object, but is not: line 1"),
                Arguments.of("{\"id\":\"a\",\"id\":\"b\"}", null, "The body must be JSON, with each name once"),
                Arguments.of("{\"id\":\"a\"} {}", null, "The body must end after its first JSON value"),
                Arguments.of("{\"payload\":01}", null, "The body must be JSON"),
                Arguments.of("{\"payload\":NaN}", null, "The body must be JSON"),
                Arguments.of("{\"payload\":" + "[".repeat(600) + "]".repeat(600) + "}", null, "The body is nested too"),
                Arguments.of("[]", null, "The body must be an object, but is an array"),
                Arguments.of("\"text\"", null, "The body must be an object, but is a text"),
                Arguments.of("null", null, "A body is missing"),
                Arguments.of("", null, "A body is missing"));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void badTaskShouldBeRefusedWithItsField(String body, String field, String detail) {
        Exchange answer = application.post(TASKS, body);
        isProblem(answer, 400, "invalid-request");
        assertThat(answer.json().get("detail").asString()).startsWith(detail);
        assertThat(answer.json().path("field").asString(null)).isEqualTo(field);
        assertThat(SERVER.client().exists("{orders}:DETAIL")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"topic\":\"t\"}|tasks[1].group|tasks[1].group must be given",
                "{\"group\":\"g\"}|tasks[1].topic|tasks[1].topic must be given",
                "{\"group\":\"g\",\"topic\":\"t\",\"delay\":\"-1s\"}|tasks[1].delay|tasks[1].delay must not be negative",
                "{\"group\":\"g\",\"topic\":\"t\",\"delay\":7}|tasks[1].delay|tasks[1].delay must be a duration",
                "{\"group\":\"1\",\"topic\":\"t\"}|tasks[1].group|tasks[1].group must be a letter",
                "{\"group\":\"g\",\"topic\":\"t\",\"repeat\":{\"cron\":\"x\"}}|tasks[1].repeat|tasks[1].repeat must",
                "{\"group\":\"g\",\"topic\":\"t\",\"retry\":{}}|tasks[1].retry.initialDelay|tasks[1].retry.initial",
                "null|tasks[1]|tasks[1] must be an object, but is null"
            })
    void badTaskOfABatchShouldBeNamedAndNothingWritten(String task, String field, String detail) {
        Exchange answer =
                application.post("/tasks", "{\"tasks\":[{\"group\":\"orders\",\"topic\":\"remind\"}," + task + "]}");
        isProblem(answer, 400, "invalid-request");
        assertThat(answer.json().get("field").asString()).isEqualTo(field);
        assertThat(answer.json().get("detail").asString()).startsWith(detail);
        assertThat(SERVER.client().keys("*DETAIL")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/groups/orders/topics/remind/tasks, state",
        "/groups/orders/topics/remind/tasks?state=dead, state",
        "/groups/orders/topics/remind/tasks?state=DEAD&limit=x, limit",
        "/groups/orders/topics/remind/tasks?state=DEAD&limit=501, limit",
        "/groups/orders/topics/remind/tasks?state=DEAD&cursor=x, cursor",
        "/groups/orders/topics?limit=0, limit",
        "/groups/orders/topics?limit=201, limit",
        "/groups/orders/topics?cursor=%20, cursor",
        "/groups/1/topics, group",
        "/groups/1/topics/t, group",
        "/groups/orders/topics/1, topic",
        "/groups/orders/tasks/a%20b, id",
    })
    void badParameterShouldBeNamed(String path, String field) {
        Exchange answer = application.get(path);
        isProblem(answer, 400, "invalid-request");
        assertThat(answer.json().get("field").asString()).isEqualTo(field);
    }

    @Test
    void whatIsNotThereShouldBeNotFound() {
        isProblem(application.get("/groups/orders/tasks/nobody"), 404, "not-found");
        isProblem(application.get("/groups/nobody/topics"), 404, "not-found");
        isProblem(application.get(""), 404, "not-found");
        isProblem(application.get("/nothing/here"), 404, "not-found");
        isProblem(application.post("/nothing/here", "{}"), 404, "not-found");
        isProblem(application.get("/groups?queue=other"), 404, "no-queue");
    }

    @Test
    void methodThatAPathDoesNotHaveShouldBeRefusedWithThoseItHas() {
        Exchange answer = application.send("PUT", "/groups/orders/tasks/a");
        isProblem(answer, 405, "method-not-allowed");
        assertThat(answer.header("Allow")).isEqualTo("DELETE,GET,HEAD,OPTIONS");
        isProblem(application.send("PUT", "/tasks"), 405, "method-not-allowed");
        Exchange options = application.send("OPTIONS", TASKS);
        assertThat(options.status()).isEqualTo(204);
        assertThat(options.header("Allow")).isEqualTo("GET,HEAD,OPTIONS,POST");
        assertThat(application.send("OPTIONS", "/nothing").status()).isEqualTo(404);
        Exchange head = application.send("HEAD", "/groups");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.text()).isEmpty();
        assertThat(head.header("Content-Type")).isEqualTo("application/json");
    }

    @ParameterizedTest
    @CsvSource({
        "application/x-www-form-urlencoded",
        "text/plain",
        "application/xml",
        "application/cbor",
        "nonsense",
        "multipart/form-data; boundary=x"
    })
    void bodyThatIsNoJsonShouldBeUnsupported(String type) {
        isProblem(application.send("POST", TASKS, "{}", "Content-Type", type), 415, "unsupported");
        assertThat(SERVER.client().exists("{orders}:DETAIL")).isFalse();
    }

    @Test
    void acceptHeadersShouldNotMatter() {
        Exchange answer = application.send("GET", "/groups", "", "Accept", "text/html,application/xml");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        isProblem(application.send("GET", "/groups/1/topics", "", "Accept", "image/png"), 400, "invalid-request");
    }

    @Test
    void bodyInAnotherEncodingShouldBeRefused() {
        for (byte[] body : new byte[][] {
            "{\"id\":\"a\"}".getBytes(StandardCharsets.UTF_16),
            "{\"payload\":\"ä\"}".getBytes(StandardCharsets.ISO_8859_1)
        }) {
            isProblem(
                    application.send(
                            "POST", TASKS, "", BodyPublishers.ofByteArray(body), "Content-Type", "application/json"),
                    400,
                    "invalid-request");
        }
    }

    @Test
    void bodyThatIsTooLargeShouldBeRefusedWithAndWithoutItsLength() {
        String body = "{\"payload\":\"" + "x".repeat(30 * 1024) + "\"}";
        Exchange refused = application.post(TASKS, body);
        isProblem(refused, 413, "too-large");
        assertThat(refused.json().get("maxBytes").asLong()).isEqualTo(20 * 1024);
        isProblem(
                application.send(
                        "POST",
                        TASKS,
                        "",
                        BodyPublishers.ofInputStream(
                                () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))),
                        "Content-Type",
                        "application/json"),
                413,
                "too-large");
    }

    @Test
    void uploadThatIsBrokenOffShouldBeOneLineWithoutItsStack() throws IOException {
        try (LogLines lines = new LogLines(ApiExceptionResolver.class)) {
            for (int upload = 0; upload < 2; upload++) {
                assertThat(brokenOff()).startsWith("HTTP/1.1 400 ");
            }
            assertThat(lines.with(TASKS)).hasSize(2);
            assertThat(lines.stacks("")).isEmpty();
        }
    }

    /** Returns the answer to an upload that ends before its announced length. */
    private static String brokenOff() throws IOException {
        try (Socket socket =
                new Socket("localhost", URI.create(application.origin()).getPort())) {
            String request = "POST " + application.api() + TASKS + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"id\":";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void batchThatIsTooLargeShouldBeRefused() {
        String task = "{\"group\":\"orders\",\"topic\":\"remind\"}";
        Exchange answer = application.post("/tasks", "{\"tasks\":[" + String.join(",", task, task, task, task) + "]}");
        isProblem(answer, 413, "too-large");
        assertThat(answer.json().get("field").asString()).isEqualTo("tasks");
        isProblem(application.post("/tasks", "{}"), 400, "invalid-request");
        assertThat(SERVER.client().exists("{orders}:DETAIL")).isFalse();
    }
}
