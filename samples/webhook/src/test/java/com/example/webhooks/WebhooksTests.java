package com.example.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.web.client.HttpClientErrorException;

@SpringBootTest
@AutoConfigureDelayQueueTest
class WebhooksTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    Webhooks webhooks;

    /** The keys of the requests that the customer's server received. */
    private final Collection<String> received = new ConcurrentLinkedQueue<>();

    /** The next answers of that server, and what it answers when there are none. */
    private final Queue<Integer> answers = new ArrayDeque<>();

    private int status = 200;

    private String retryAfter;

    private HttpServer customer;

    @BeforeEach
    void start() throws IOException {
        customer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        customer.createContext("/", exchange -> {
            received.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            if (retryAfter != null) {
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            }
            exchange.sendResponseHeaders(answers.isEmpty() ? status : answers.remove(), -1);
            exchange.close();
        });
        customer.start();
    }

    @AfterEach
    void stop() {
        customer.stop(0);
    }

    private String send() {
        return webhooks.send("http://localhost:" + customer.getAddress().getPort() + "/orders", "{}");
    }

    @Test
    void serverThatIsAwayShouldGetTheEventLater() {
        answers.addAll(List.of(503, 503));
        String id = send();

        kit.runDue();
        assertThat(kit).hasTask("webhooks", "send").withAttempts(1).dueIn(Duration.ofSeconds(1));

        kit.advance(Duration.ofSeconds(1 + 4));
        assertThat(received).containsExactly(id, id, id);
        assertThat(kit).failed(2).finished(1).hasNoTasks();
    }

    @Test
    void busyServerShouldBeLeftAloneForFiveMinutes() {
        answers.add(429);
        send();

        kit.runDue();
        assertThat(kit).hasTask("webhooks", "send").dueIn(Duration.ofMinutes(5));

        kit.advance(Duration.ofMinutes(5));
        assertThat(kit).finished(1).hasNoTasks();
    }

    @Test
    void serverThatIsBusyForADayShouldGetTheEventAfterIt() {
        status = 429;
        retryAfter = "600";
        String id = send();

        kit.advance(Duration.ofDays(1).minusSeconds(1));
        assertThat(received).hasSize(24 * 6).containsOnly(id);
        assertThat(kit).failed(0).hasTask("webhooks", "send").withAttempts(0).dueIn(Duration.ofSeconds(1));

        status = 200;
        kit.advance(Duration.ofSeconds(1));
        assertThat(kit).finished(1).hasNoTasks().hasNoDeadLetters();
    }

    @Test
    void eventsThatWaitForABusyServerShouldAllArriveInTheirOrder() {
        status = 429;
        retryAfter = "600";
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add(send());
            kit.advance(Duration.ofSeconds(1));
        }

        kit.advance(Duration.ofDays(1));
        assertThat(kit.tasks()).hasSize(10).allSatisfy(task -> assertThat(task.attempts())
                .isZero());
        assertThat(kit).failed(0).hasNoDeadLetters();

        status = 200;
        received.clear();
        kit.advance(Duration.ofMinutes(10));
        assertThat(received).containsExactlyElementsOf(ids);
        assertThat(kit).finished(10).hasNoTasks();
    }

    @Test
    void serverThatIsBusyForEverShouldBeGivenUpAfterTwoDays() {
        status = 429;
        retryAfter = "3600";
        send();

        kit.advance(Duration.ofDays(3));

        assertThat(received).hasSize(2 * 24 + 1);
        assertThat(kit).dead("webhooks", "send").withError("too many requests");
    }

    @Test
    void refusedEventShouldBeADeadLetterAtOnce() {
        answers.add(404);
        send();

        kit.runDue();

        assertThat(kit).dead("webhooks", "send").withAttempts(1).withError(HttpClientErrorException.NotFound.class);
    }

    @Test
    void serverThatStaysAwayShouldGetTheEventWhenItIsRequeued() {
        status = 503;
        send();
        kit.advance(Duration.ofDays(2));
        assertThat(kit).dead("webhooks", "send").withError("503");

        status = 200;
        kit.service().topic("webhooks", "send").requeueDeadLetters();
        kit.runDue();

        assertThat(kit).finished(1).hasNoTasks().hasNoDeadLetters();
    }
}
