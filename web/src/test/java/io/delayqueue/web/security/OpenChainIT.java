package io.delayqueue.web.security;

import static io.delayqueue.web.security.WebInstance.basic;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Access if the application's own filter chain permits all requests; and read-only mode. */
class OpenChainIT {

    private static final String API = "/delayqueue/api/v1";

    private static final String PAUSE = API + "/groups/orders/topics/remind/pause";

    private static WebInstance instance;

    @BeforeAll
    static void start() {
        instance = WebInstance.start(
                new Class<?>[] {WebApplication.class, WithUsers.class, OpenChain.class},
                "delayqueue.web.viewer-role=CUSTOMER",
                "delayqueue.web.read-only=true",
                "delayqueue.web.mask-payload=true");
    }

    @AfterAll
    static void close() {
        instance.close();
    }

    private static String word(String body) {
        return JsonMapper.shared().readTree(body).get("type").asString();
    }

    @Test
    void nobodyShouldBeRefused() {
        assertThat(instance.call("GET", API + "/groups").statusCode()).isEqualTo(401);
        assertThat(word(instance.call("POST", PAUSE).body())).endsWith(":unauthenticated");
        assertThat(instance.call("GET", "/shop/detour").statusCode()).isEqualTo(401);
        assertThat(instance.call("GET", API + "/waiting").statusCode()).isEqualTo(401);
        assertThat(instance.call("GET", "/").body()).isEqualTo("shop");
    }

    @Test
    void rolesShouldBeTheOnesThatAreSet() {
        assertThat(instance.call("GET", API + "/groups", "Authorization", basic("bob"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(instance.call("GET", API + "/groups", "Authorization", basic("vic"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void nobodyShouldChangeAnythingInReadOnlyMode() {
        assertThat(word(instance.call("POST", PAUSE, "Authorization", basic("ada"))
                        .body()))
                .isEqualTo("urn:delayqueue:problem:read-only");
        for (String unused : new String[] {"/groups/orders", "/groups/orders/topics/remind"}) {
            assertThat(word(instance.call("DELETE", API + unused, "Authorization", basic("ada"))
                            .body()))
                    .isEqualTo("urn:delayqueue:problem:read-only");
        }
        assertThat(instance.call("POST", API + "/leases/finish", "Authorization", basic("ada"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(instance.call("GET", API + "/groups", "Authorization", basic("ada"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void sessionShouldSayWhatIsSet() {
        var session = JsonMapper.shared()
                .readTree(instance.call("GET", API + "/session", "Authorization", basic("ada"))
                        .body());
        assertThat(session.get("readOnly").asBoolean()).isTrue();
        assertThat(session.get("maskPayload").asBoolean()).isTrue();
        assertThat(session.has("csrf")).as("the application wants no token").isFalse();
    }

    @Test
    void pageOfAnotherSiteShouldBeRefusedWithoutATokenToo() {
        assertThat(word(instance.call("POST", PAUSE, "Authorization", basic("ada"), "Origin", "http://evil.example")
                        .body()))
                .endsWith(":cross-site");
        assertThat(word(instance.call(
                                "DELETE",
                                API + "/groups/orders",
                                "Authorization",
                                basic("ada"),
                                "Origin",
                                "http://evil.example")
                        .body()))
                .endsWith(":cross-site");
    }
}
