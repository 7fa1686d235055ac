package io.delayqueue.web.security;

import static io.delayqueue.web.security.WebInstance.basic;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.delayqueue.scenario.LogLines;
import io.delayqueue.web.OpenApi;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Application with Spring Security and users, without further configuration. */
class ProtectedIT {

    private static final String API = "/delayqueue/api/v1";

    private static final String PAUSE = API + "/groups/orders/topics/remind/pause";

    private static WebInstance instance;

    /** Same application without the API and the dashboard. */
    private static WebInstance plain;

    @BeforeAll
    static void start() {
        instance = WebInstance.start(new Class<?>[] {WebApplication.class, WithUsers.class});
        plain = WebInstance.start(
                new Class<?>[] {WebApplication.class, WithUsers.class}, "delayqueue.web.enabled=false");
    }

    @AfterAll
    static void close() {
        instance.close();
        plain.close();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private static String[] credentials(String user) {
        return user.equals("nobody") ? new String[0] : new String[] {"Authorization", basic(user)};
    }

    /** Headers of browsers: a page of this site has read the token, one of another site cannot read it. */
    private static String[] marks(String caller, String user) {
        return switch (caller) {
            case "curl" -> new String[0];
            case "a cookie" -> new String[] {"Cookie", "theme=dark"};
            case "a page" -> with(Token.read(user).headers(), "Sec-Fetch-Site", "same-origin");
            case "a page without token" -> new String[] {"Sec-Fetch-Site", "same-origin"};
            case "a page of another site" ->
                new String[] {"Sec-Fetch-Site", "cross-site", "Origin", "http://evil.example"};
            case "another site with the token" -> with(Token.read(user).headers(), "Origin", "http://evil.example");
            default -> throw new IllegalArgumentException(caller);
        };
    }

    private static String[] with(String[] headers, String... more) {
        String[] all = Arrays.copyOf(headers, headers.length + more.length);
        System.arraycopy(more, 0, all, headers.length, more.length);
        return all;
    }

    /** Token of GET session, with its cookie. */
    private record Token(String header, String value, String cookie) {

        static Token read(String user) {
            HttpResponse<String> session =
                    instance.call("GET", API + "/session", credentials(user.equals("nobody") ? "vic" : user));
            JsonNode csrf = json(session).get("csrf");
            return new Token(
                    csrf.get("header").asString(),
                    csrf.get("token").asString(),
                    session.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", ""));
        }

        String[] headers() {
            return new String[] {header, value, "Cookie", cookie};
        }
    }

    @ParameterizedTest
    @CsvSource({
        "nobody, GET, curl, 401, unauthenticated",
        "nobody, POST, curl, 401, unauthenticated",
        "nobody, POST, a page, 401, unauthenticated",
        "nobody, POST, a page of another site, 403, cross-site",
        "mallory, GET, curl, 401, unauthenticated",
        "mallory, POST, curl, 401, unauthenticated",
        "bob, GET, curl, 403, forbidden",
        "bob, POST, curl, 403, forbidden",
        "vic, GET, curl, 200,",
        "vic, HEAD, curl, 200,",
        "vic, GET, a page of another site, 403, cross-site",
        "vic, POST, curl, 403, forbidden",
        "vic, POST, a page, 403, forbidden",
        "ada, GET, curl, 200,",
        "ada, POST, curl, 200,",
        "ada, POST, a cookie, 403, cross-site",
        "ada, POST, a page, 200,",
        "ada, POST, a page without token, 403, cross-site",
        "ada, POST, a page of another site, 403, cross-site",
        "ada, POST, another site with the token, 403, cross-site"
    })
    void rolesShouldDecideAndPagesOfOtherSitesShouldSeeAndChangeNothing(
            String user, String method, String caller, int status, String word) {
        String path = method.equals("GET") || method.equals("HEAD") ? API + "/groups" : PAUSE;
        HttpResponse<String> answer = instance.call(method, path, with(marks(caller, user), credentials(user)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        if (word != null) {
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(json(answer).get("type").asString()).isEqualTo("urn:delayqueue:problem:" + word);
            assertThat(json(answer).get("status").asInt()).isEqualTo(status);
        }
    }

    /** The containers' messages have the decoded text, so that a stack of theirs would write lines into the log. */
    @Test
    void queryThatCannotBeDecodedShouldBeInvalidEverywhereAndWriteNothing() {
        try (LogLines lines = LogLines.of(Logger.ROOT_LOGGER_NAME, Level.INFO)) {
            for (String call : OpenApi.calls()) {
                String method = call.replaceFirst(" .*", "");
                String path = API + call.replaceFirst(".* ", "").replaceAll("[{}]", "") + "?id=x%0aINFO%20forged%ff";
                HttpResponse<String> answer = instance.call(method, path, credentials("ada"));
                assertThat(answer.statusCode())
                        .as("%s: %s", call, answer.body())
                        .isEqualTo(400);
                assertThat(json(answer).get("type").asString()).endsWith(":invalid-request");
                // The filter of Spring Security looks for the token in the parameters too.
                if (!method.equals("GET")) {
                    answer = instance.call(method, path, with(credentials("ada"), "Cookie", "theme=dark"));
                    assertThat(answer.statusCode())
                            .as("%s: %s", call, answer.body())
                            .isIn(400, 401, 403);
                }
            }
            assertThat(instance.call("GET", API + "/search?id=%ff").statusCode())
                    .isEqualTo(401);
            assertThat(lines.stacks("")).isEmpty();
            assertThat(lines.with("forged")).isEmpty();
        }
    }

    /** The scaler of KEDA is a viewer, and takes a number from the response. */
    @Test
    void triggersOfTheDocumentedScaledObjectShouldReadTheSignal() throws IOException {
        assertThat(ScaledObjects.triggers()).isNotEmpty().allSatisfy(trigger -> {
            assertThat(trigger.type()).isEqualTo("metrics-api");
            assertThat(trigger.metadata()).containsOnlyKeys("url", "valueLocation", "targetValue", "authMode");
            assertThat(trigger.metadata().get("authMode")).isEqualTo("basic");
            assertThat(Integer.parseInt(trigger.metadata().get("targetValue"))).isPositive();
            HttpResponse<String> answer = instance.call("GET", trigger.call(), credentials("vic"));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(json(answer)
                            .path(trigger.metadata().get("valueLocation"))
                            .isIntegralNumber())
                    .isTrue();
            assertThat(instance.call("GET", trigger.call()).statusCode()).isEqualTo(401);
            assertThat(instance.call("GET", trigger.call(), credentials("bob")).statusCode())
                    .isEqualTo(403);
        });
    }

    @Test
    void tokenShouldBeComparedWithTheOneOfTheCookie() {
        Token token = Token.read("ada");
        assertThat(instance.call(
                                "POST",
                                PAUSE,
                                "Authorization",
                                basic("ada"),
                                "Cookie",
                                token.cookie(),
                                token.header(),
                                Token.read("ada").value())
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void longPollShouldBeAnsweredForUsersOnly() {
        assertThat(instance.call("GET", API + "/waiting", credentials("vic")).body())
                .isEqualTo("{\"groups\":\"later\"}");
        assertThat(instance.call("GET", API + "/waiting").statusCode()).isEqualTo(401);
        assertThat(instance.call("GET", API + "/waiting", credentials("bob")).statusCode())
                .isEqualTo(403);
    }

    @Test
    void detourOfTheApplicationShouldNotLeadAroundTheRoles() {
        assertThat(instance.call("GET", "/shop/detour", credentials("bob")).statusCode())
                .isEqualTo(403);
        assertThat(instance.call("GET", "/shop/detour", credentials("vic")).body())
                .startsWith("{\"groups\":[");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/delayqueue",
                "/delayqueue/",
                "/delayqueue/index.html",
                "/delayqueue/api",
                "/delayqueue/api/v1/nothing",
                "/delayqueue/api/v2/groups"
            })
    void everythingBelowThePathShouldAskForALogIn(String path) {
        HttpResponse<String> answer = instance.call("GET", path, "Accept", "text/html");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Basic "));
        assertThat(answer.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    /** Paths that only one part of an application may take for the API. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/delayqueue/api/v1/groups;a=b",
                "/delayqueue/api/v1/%67roups",
                "/delayqueue/%61pi/v1/groups",
                "/delayqueue/api/v1/groups/",
                "/DELAYQUEUE/api/v1/groups",
                "//delayqueue/api/v1/groups",
                "/delayqueue//api/v1/groups",
                "/shop/../delayqueue/api/v1/groups",
                "/shop/%2e%2e/delayqueue/api/v1/groups"
            })
    void otherSpellingsShouldNotLeadAroundTheRoles(String path) {
        for (String user : List.of("nobody", "bob")) {
            assertThat(instance.call("GET", path, credentials(user)).body()).doesNotContain("\"groups\":[");
        }
    }

    @Test
    void sessionShouldTellWhoIsAskingAndMakeNone() {
        HttpResponse<String> answer = instance.call("GET", API + "/session", credentials("vic"));
        JsonNode session = json(answer);
        assertThat(session.get("user").asString()).isEqualTo("vic");
        assertThat(session.get("authenticated").asBoolean()).isTrue();
        assertThat(session.get("operator").asBoolean()).isFalse();
        assertThat(session.has("loginUrl")).isFalse();
        assertThat(answer.headers().allValues("Set-Cookie")).singleElement().satisfies(cookie -> assertThat(cookie)
                .startsWith("DELAYQUEUE-CSRF=")
                .contains("; HttpOnly")
                .contains("; SameSite=Strict")
                .contains("; Path=/"));
        assertThat(json(instance.call("GET", API + "/session", credentials("ada")))
                        .get("operator")
                        .asBoolean())
                .isTrue();
    }

    /** Submits the login form of the application. */
    private static String logIn(WebInstance application, String user) {
        HttpResponse<String> page = application.call("GET", "/login");
        String session = cookie(page);
        String token = Pattern.compile("name=\"_csrf\".*?value=\"([^\"]+)\"")
                .matcher(page.body())
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
        HttpResponse<String> answer = application.call(
                "POST", "/login?username=" + user + "&password=" + user + "&_csrf=" + token, "Cookie", session);
        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).doesNotContain("error"));
        return cookie(answer);
    }

    private static String cookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    }

    @Test
    void logInOfTheApplicationShouldCount() {
        String session = logIn(instance, "ada");
        assertThat(instance.call("GET", API + "/groups", "Cookie", session).statusCode())
                .isEqualTo(200);
        HttpResponse<String> answer = instance.call("GET", API + "/session", "Cookie", session);
        assertThat(json(answer).get("user").asString()).isEqualTo("ada");
        assertThat(instance.call("POST", PAUSE, "Cookie", session).statusCode()).isEqualTo(403);
        assertThat(instance.call(
                                "POST",
                                PAUSE,
                                "Cookie",
                                session + "; " + cookie(answer),
                                "X-CSRF-TOKEN",
                                json(answer).at("/csrf/token").asString())
                        .statusCode())
                .isEqualTo(200);
        assertThat(instance.call("GET", "/", "Cookie", session).body()).isEqualTo("shop");
    }

    /** Case: method, path, user. */
    @ParameterizedTest
    @CsvSource({
        "GET, /, nobody",
        "GET, /, bob",
        "GET, /, mallory",
        "GET, /shop/orders, nobody",
        "GET, /shop/orders, bob",
        "POST, /shop/orders, nobody",
        "POST, /shop/orders, bob",
        "GET, /delayqueues, nobody",
        "GET, /delayqueues, bob",
        "GET, /login, nobody",
        "GET, /nothing, nobody",
        "GET, /error, nobody"
    })
    void restOfTheApplicationShouldBeAsWithoutTheModule(String method, String path, String user) {
        for (String accept : List.of("*/*", "text/html", "application/json")) {
            String[] headers = with(credentials(user), "Accept", accept);
            HttpResponse<String> expected = plain.call(method, path, headers);
            HttpResponse<String> answer = instance.call(method, path, headers);
            assertThat(answer.statusCode()).isEqualTo(expected.statusCode());
            assertThat(names(answer)).isEqualTo(names(expected));
            for (String name : List.of("WWW-Authenticate", "Location")) {
                assertThat(value(instance, answer, name)).isEqualTo(value(plain, expected, name));
            }
        }
        assertThat(plain.call("GET", "/").statusCode())
                .as("what Spring Boot does")
                .isEqualTo(401);
    }

    /** Names of the headers, without the one that sometimes ends a connection. */
    private static Set<String> names(HttpResponse<String> answer) {
        Set<String> names = new TreeSet<>(answer.headers().map().keySet());
        names.remove("connection");
        return names;
    }

    /** Header without values of one application or session. */
    private static String value(WebInstance application, HttpResponse<String> answer, String name) {
        return answer.headers()
                .firstValue(name)
                .orElse("none")
                .replace(application.origin(), "")
                .replaceFirst(";jsessionid=\\w+", "");
    }
}
