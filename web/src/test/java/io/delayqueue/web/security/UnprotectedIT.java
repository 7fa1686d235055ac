package io.delayqueue.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An application without Spring Security that says anybody may do anything: pages of other sites still may not. */
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
                "delayqueue.web.allow-unauthenticated=true");
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
                .containsPattern("WARN .* Anybody who reaches the port can see and change tasks at /delayqueue:"
                        + " delayqueue.web.allow-unauthenticated is true");
    }

    @Test
    void whatNoBrowserSendsShouldBeDone() {
        assertThat(instance.call("GET", "/delayqueue/api/v1/groups").statusCode())
                .isEqualTo(200);
        assertThat(instance.call("POST", PAUSE).statusCode()).isEqualTo(200);
    }

    /** A line: what the browser says, whether the change is made, and whether something is shown. */
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

    /** A browser that says where a page is from is believed, whatever else there is. */
    @Test
    void proxyThatHidesTheHostShouldNotHinderABrowserThatSaysMore() {
        assertThat(instance.call("POST", PAUSE, "Origin", "https://ops.example", "Sec-Fetch-Site", "same-origin")
                        .statusCode())
                .isEqualTo(200);
        assertThat(instance.call("POST", PAUSE, "Origin", instance.origin(), "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void sessionShouldBeNobodysAndNeedNoToken() {
        JsonNode session = json(instance.call("GET", "/delayqueue/api/v1/session"));
        assertThat(session.propertyNames())
                .containsExactlyInAnyOrder("operator", "readOnly", "maskPayload", "authenticated", "version", "limits");
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
