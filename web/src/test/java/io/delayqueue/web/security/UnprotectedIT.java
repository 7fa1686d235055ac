package io.delayqueue.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Application without Spring Security that allows unauthenticated access: pages of other sites have none. */
@ExtendWith(OutputCaptureExtension.class)
class UnprotectedIT {

    private static final String PAUSE = "/delayqueue/api/v1/groups/orders/topics/remind/pause";

    private static WebInstance instance;

    private static String startLines;

    @BeforeAll
    static void start(CapturedOutput output) {
        instance = WebInstance.start(
                new FilteredClassLoader("org.springframework.security"),
                new Class<?>[] {WebApplication.class},
                "delayqueue.web.allow-unauthenticated=true",
                "delayqueue.web.allowed-hosts=queue.internal,other",
                "server.tomcat.connection-timeout=1s",
                "server.tomcat.max-swallow-size=20MB",
                "server.forward-headers-strategy=native");
        startLines = output.getOut();
    }

    @AfterAll
    static void close() {
        instance.close();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    @Test
    void startShouldWarn() {
        assertThat(startLines)
                .containsPattern("WARN .* Everybody with access to the port can see and change tasks at /delayqueue:"
                        + " delayqueue.web.allow-unauthenticated is true");
    }

    @Test
    void whatNoBrowserSendsShouldBeDone() {
        assertThat(instance.call("GET", "/delayqueue/api/v1/groups").statusCode())
                .isEqualTo(200);
        assertThat(instance.call("POST", PAUSE).statusCode()).isEqualTo(200);
    }

    /** Case: header of the browser, status of a change, status of a read. */
    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, same-origin, 200, 200",
        "Sec-Fetch-Site, none, 200, 200",
        "Sec-Fetch-Site, same-site, 403, 403",
        "Sec-Fetch-Site, cross-site, 403, 403",
        "Sec-Fetch-Site, nonsense, 403, 403",
        "Origin, http://localhost:PORT, 200, 200",
        "Origin, https://localhost:PORT, 200, 200",
        "Origin, http://LOCALHOST:PORT, 200, 200",
        "Origin, http://localhost, 403, 403",
        "Origin, http://localhost:1, 403, 403",
        "Origin, http://evil.example, 403, 403",
        "Origin, http://localhost:PORT.evil.example, 403, 403",
        "Origin, null, 403, 403",
        "Origin, not a URL, 403, 403",
        "Referer, http://localhost:PORT/delayqueue, 200, 200",
        "Referer, http://evil.example/http://localhost:PORT, 403, 200"
    })
    void pagesOfThisSiteOnlyShouldSeeAndChange(String header, String value, int status, int shown) {
        String[] headers = {header, value.replace("PORT", String.valueOf(instance.port()))};
        HttpResponse<String> answer = instance.call("POST", PAUSE, headers);
        assertThat(answer.statusCode()).isEqualTo(status);
        if (status == 403) {
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(json(answer).get("type").asString()).isEqualTo("urn:delayqueue:problem:cross-site");
            assertThat(json(answer).get("status").asInt()).isEqualTo(403);
            assertThat(json(answer).get("instance").asString()).isEqualTo(PAUSE);
        }
        assertThat(instance.call("GET", "/delayqueue/api/v1/groups", headers).statusCode())
                .isEqualTo(shown);
    }

    /** By a socket, because clients send no other name than that of the address. */
    private static String raw(String host, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", instance.port())) {
            socket.setSoTimeout(30_000);
            String text = request + " HTTP/1.1\r\nHost: " + host.replace("PORT", String.valueOf(instance.port()))
                    + "\r\nConnection: close\r\nX-Forwarded-Host: localhost\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(1_200), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /delayqueue/api/v1/groups",
                "GET /delayqueue/api/v1/live",
                "POST " + PAUSE,
                "GET /delayqueue/",
                "GET /delayqueue",
                "GET /delayqueue/api/v1/nothing"
            })
    void pageWhoseNameIsPointedHereShouldSeeAndChangeNothing(String request) throws IOException {
        assertThat(raw("evil.example:PORT", request))
                .startsWith("HTTP/1.1 403")
                .contains(
                        "urn:delayqueue:problem:host-not-allowed",
                        "delayqueue.web.allowed-hosts",
                        "evil.example is none");
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:PORT, 200",
        "LocalHost, 200",
        "127.0.0.1:PORT, 200",
        "10.0.0.7, 200",
        "[::1]:PORT, 200",
        "[fe80::1], 200",
        "queue.internal:PORT, 200",
        "QUEUE.internal, 200",
        "queue.internal.evil.example, 403",
        "localhost.evil.example:PORT, 403",
        "127.0.0.1.evil.example, 403",
        "1.evil.example, 403",
        "queue, 403"
    })
    void namesThatAreAllowedShouldBeAnswered(String host, int status) throws IOException {
        assertThat(raw(host, "GET /delayqueue/api/v1/groups")).startsWith("HTTP/1.1 " + status);
        assertThat(raw(host, "GET /delayqueue/")).startsWith("HTTP/1.1 " + status);
    }

    @Test
    void otherPathsOfTheApplicationShouldNotCare() throws IOException {
        assertThat(raw("evil.example", "GET /nothing")).startsWith("HTTP/1.1 404");
    }

    @Test
    void linkOfAnotherSiteShouldLeadToTheAnswer() {
        assertThat(instance.call(
                                "GET",
                                "/delayqueue/api/v1/groups",
                                "Sec-Fetch-Site",
                                "cross-site",
                                "Sec-Fetch-Mode",
                                "navigate")
                        .statusCode())
                .isEqualTo(200);
        assertThat(instance.call("POST", PAUSE, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate")
                        .statusCode())
                .isEqualTo(403);
    }

    /** The browser's header about the origin of a page precedes all others. */
    @Test
    void proxyThatHidesTheHostShouldNotHinderABrowserThatSaysMore() {
        assertThat(instance.call("POST", PAUSE, "Origin", "https://ops.example", "Sec-Fetch-Site", "same-origin")
                        .statusCode())
                .isEqualTo(200);
        assertThat(instance.call("POST", PAUSE, "Origin", instance.origin(), "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
    }

    /** Otherwise the server would read the rest of the body, as slowly as it is sent. */
    @ParameterizedTest
    @CsvSource({"10000000, 413", "1000, 408"})
    void bodyThatIsNotReadToItsEndShouldEndTheConnection(int length, int status) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", instance.port())) {
            socket.setSoTimeout(30_000);
            String text =
                    "POST /delayqueue/api/v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: " + length + "\r\n\r\n{\"tasks\":";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(1_200), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 " + status).containsIgnoringCase("\r\nConnection: close\r\n");
        }
    }

    @Test
    void sessionShouldBeNobodysAndNeedNoToken() {
        JsonNode session = json(instance.call("GET", "/delayqueue/api/v1/session"));
        assertThat(session.propertyNames())
                .containsExactlyInAnyOrder("operator", "readOnly", "maskPayload", "authenticated", "limits");
        assertThat(session.get("operator").asBoolean()).isTrue();
        assertThat(session.get("limits")).hasToString("{\"batch\":500,\"bodyBytes\":2097152,\"waitMillis\":30000}");
        assertThat(session.get("authenticated").asBoolean()).isFalse();
    }

    @Test
    void answersShouldBeForNobodyElsesPagesAndCaches() {
        assertThat(instance.call("GET", "/delayqueue/api/v1/groups").headers().map())
                .containsEntry("cache-control", List.of("no-store"))
                .containsEntry("x-content-type-options", List.of("nosniff"))
                .containsEntry("x-frame-options", List.of("DENY"))
                .containsEntry("cross-origin-resource-policy", List.of("same-origin"));
    }
}
