package io.delayqueue.web.security;

import static io.delayqueue.web.security.WebInstance.basic;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Application with its own filter chains and login page, the users of docs/security.md, and a context path. */
class LoginPageIT {

    private static final String APPLICATION = "/company";

    private static final String PAGE = APPLICATION + "/ops/tasks";

    private static final String API = PAGE + "/api/v1";

    private static WebInstance instance;

    @BeforeAll
    static void start() {
        instance = WebInstance.start(
                new Class<?>[] {WebApplication.class, QueueUsers.class, OwnChains.class},
                "ADAS_PASSWORD=ada",
                "VICS_PASSWORD=vic",
                "server.servlet.context-path=/company",
                "delayqueue.web.path=/ops/tasks",
                "delayqueue.web.login-page=/login",
                "delayqueue.web.logout-page=/logout");
    }

    @AfterAll
    static void close() {
        instance.close();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("none");
    }

    @Test
    void pageLoadShouldLeadToTheLoginPageAndBack() {
        HttpResponse<String> page = instance.call("GET", PAGE + "?tab=dead", "Accept", "text/html,*/*;q=0.8");
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(header(page, "Location")).endsWith("/company/login");
        String session = header(page, "Set-Cookie").replaceFirst(";.*", "");
        HttpResponse<String> login = instance.call("GET", "/company/login", "Cookie", session);
        String token = Pattern.compile("name=\"_csrf\".*?value=\"([^\"]+)\"")
                .matcher(login.body())
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
        HttpResponse<String> back =
                instance.call("POST", "/company/login?username=vic&password=vic&_csrf=" + token, "Cookie", session);
        assertThat(header(back, "Location")).startsWith(instance.origin() + PAGE + "?tab=dead");
        HttpResponse<String> who = instance.call(
                "GET", API + "/session", "Cookie", header(back, "Set-Cookie").replaceFirst(";.*", ""));
        assertThat(json(who).get("user").asString()).isEqualTo("vic");
        assertThat(json(who).get("loginUrl").asString()).isEqualTo("/company/login");
        assertThat(json(who).get("logoutUrl").asString()).isEqualTo("/company/logout");
    }

    /** A challenge would make the browser show its login dialog. */
    @Test
    void callOfThePageShouldGetTheLoginPageWithoutAChallenge() {
        for (String accept : new String[] {"application/json, application/problem+json", "text/event-stream"}) {
            HttpResponse<String> answer = instance.call("GET", API + "/groups", "Accept", accept);
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(header(answer, "WWW-Authenticate")).isEqualTo("none");
            assertThat(header(answer, "Set-Cookie")).doesNotContain("JSESSIONID");
            assertThat(json(answer).get("loginUrl").asString()).isEqualTo("/company/login");
        }
    }

    @Test
    void callOfAProgramShouldBeChallengedAndMayLogInWithEachCall() {
        HttpResponse<String> answer = instance.call("GET", API + "/groups", "Accept", "*/*");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(header(answer, "WWW-Authenticate")).startsWith("Basic ");
        HttpResponse<String> known = instance.call("GET", API + "/groups", "Authorization", basic("vic"));
        assertThat(known.statusCode()).isEqualTo(200);
        assertThat(json(known).get("groups").isArray()).isTrue();
        assertThat(json(instance.call("GET", API + "/session", "Authorization", basic("vic")))
                        .has("logoutUrl"))
                .as("there is no session to end")
                .isFalse();
    }

    @Test
    void usersShouldHaveTheirRoles() {
        for (String user : new String[] {"ada", "vic"}) {
            HttpResponse<String> session = instance.call("GET", API + "/session", "Authorization", basic(user));
            assertThat(json(session).get("operator").asBoolean()).as(user).isEqualTo(user.equals("ada"));
        }
    }

    @Test
    void chainsOfTheApplicationShouldRuleItsPaths() {
        assertThat(instance.call("GET", APPLICATION + "/shop/orders").body()).isEqualTo("shop");
        assertThat(instance.call("POST", APPLICATION + "/shop/orders").body()).isEqualTo("ordered");
        HttpResponse<String> rest = instance.call("GET", APPLICATION + "/", "Authorization", basic("ada"));
        assertThat(rest.statusCode()).as("they take no basic credentials").isEqualTo(302);
    }
}
