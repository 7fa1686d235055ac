package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.delayqueue.test.DelayQueueTestKit;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Applications with a web server or a mock: requests add tasks on other threads. */
class WebEnvironmentTests {

    static final String BILLING = "delayqueue.queues.billing.groups.invoices=send";

    abstract static class AnyEnvironment {

        @Autowired
        DelayQueueTestKit kit;

        @Autowired
        Shop.Journal journal;

        abstract void order(int number) throws Exception;

        @Test
        void orderOfARequestShouldBeCancelledInTheTimeOfTheTest() throws Exception {
            for (int number = 1; number <= 3; number++) {
                order(number);
            }
            assertThat(kit.queue().tasks()).hasSize(3);
            kit.advance(Shop.TIME_TO_PAY);
            assertThat(journal.lines)
                    .isEqualTo(List.of("cancel 1 attempt 1", "cancel 2 attempt 1", "cancel 3 attempt 1"));
        }
    }

    @Nested
    @SpringBootTest(classes = Shop.class, properties = BILLING)
    @AutoConfigureDelayQueueTest
    class Mock extends AnyEnvironment {

        @Autowired
        WebApplicationContext context;

        @Override
        void order(int number) throws Exception {
            MockMvcBuilders.webAppContextSetup(context)
                    .build()
                    .perform(post("/orders").param("number", String.valueOf(number)))
                    .andExpect(status().isOk());
        }
    }

    @Nested
    @SpringBootTest(
            classes = Shop.class,
            properties = {
                BILLING,
                "management.endpoints.web.exposure.include=health,delayqueue",
                "management.endpoint.health.show-details=always"
            },
            webEnvironment = WebEnvironment.RANDOM_PORT)
    @AutoConfigureDelayQueueTest
    class RandomPort extends AnyEnvironment {

        @LocalServerPort
        int port;

        @Override
        void order(int number) throws Exception {
            send(request("/orders?number=" + number).POST(HttpRequest.BodyPublishers.noBody()));
        }

        /** After any time without tasks. */
        @Test
        void healthAndEndpointShouldKnowTheQueues() throws Exception {
            kit.advance(Duration.ofDays(400));
            JsonNode health = JsonMapper.shared().readTree(send(request("/actuator/health/delayQueue")));
            assertThat(health.at("/status").asString()).isEqualTo("UP");
            assertThat(health.at("/components/default/details/address").asString())
                    .isEqualTo("memory");
            assertThat(send(request("/actuator/delayqueue"))).contains("cancel-unpaid", "invoices");
        }

        private HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
        }

        private static String send(HttpRequest.Builder request) throws Exception {
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return response.body();
        }
    }
}
