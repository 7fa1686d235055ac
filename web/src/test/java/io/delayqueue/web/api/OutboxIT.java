package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.transaction.ChangeJournal;
import io.delayqueue.transaction.ChangeJournals;
import io.delayqueue.transaction.OutboxOperations;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.NestedRuntimeException;
import tools.jackson.databind.JsonNode;

/** Outboxes over HTTP: the default queue has one in memory, the queue {@code billing} has none. */
class OutboxIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final Shop SHOP = new Shop();

    private static WebApplication application;

    /** Refused changes by their numbers, and those that are retried. */
    private static final class Shop implements OutboxOperations, ChangeJournals {

        final Map<Long, Refused> refused = new TreeMap<>();

        final AtomicInteger counts = new AtomicInteger();

        long waiting;

        boolean away;

        @Override
        public ChangeJournal of(DelayQueueEngine engine, ChangeJournal inMemory) {
            return inMemory;
        }

        @Override
        public List<OutboxOperations> outboxes(String queue) {
            return queue.equals("default") ? List.of(this) : List.of();
        }

        @Override
        public String dataSource() {
            return "shop";
        }

        private void check() {
            if (away) {
                throw new NestedRuntimeException("select 1", new IllegalStateException("connection refused")) {};
            }
        }

        @Override
        public Depth depth() {
            check();
            counts.incrementAndGet();
            return new Depth(waiting, refused.size(), Duration.ofSeconds(waiting));
        }

        @Override
        public Page refused(long after, int limit) {
            check();
            List<Long> found =
                    refused.keySet().stream().filter(seq -> seq > after).toList();
            int size = Math.min(limit, found.size());
            return new Page(
                    found.stream().limit(limit).map(refused::get).toList(),
                    found.size() > limit ? found.get(size - 1) : null);
        }

        @Override
        public int retry(Collection<String> names) {
            int before = refused.size();
            int retried = discard(names);
            assertThat(refused).hasSize(before - retried);
            waiting += retried;
            return retried;
        }

        @Override
        public int discard(Collection<String> names) {
            check();
            int before = refused.size();
            refused.values().removeIf(change -> names.contains(change.name()));
            return before - refused.size();
        }
    }

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                beans -> beans.registerBean(ChangeJournals.class, () -> SHOP),
                "delayqueue.queues.billing.groups.orders=cancel");
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    @BeforeEach
    void refuse() {
        SHOP.away = false;
        SHOP.waiting = 0;
        SHOP.refused.clear();
        IntStream.range(0, 1_100)
                .forEach(i -> SHOP.refused.put(
                        i + 1L,
                        new OutboxOperations.Refused(
                                "c-" + i, "orders", "o-" + i, i == 0 ? null : "cancel", Instant.EPOCH, "no")));
        // Clears the shared answers.
        decide("discard", "{\"names\":[\"none\"]}");
    }

    private static JsonNode ok(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    private static String decide(String verb, String body) {
        return ok(application.post("/outbox/shop/" + verb, body)).toString();
    }

    @Test
    void outboxesShouldBeThoseOfTheQueue() {
        assertThat(ok(application.get("/outbox")))
                .hasToString(
                        "{\"outboxes\":[{\"dataSource\":\"shop\",\"waiting\":0,\"oldestMillis\":0,\"refused\":1100}]}");
        assertThat(ok(application.get("/outbox?queue=billing"))).hasToString("{\"outboxes\":[]}");
        assertThat(ok(application.get("/queues")).get("queues"))
                .extracting(queue ->
                        queue.get("name").asString() + " " + queue.get("outbox").asBoolean())
                .containsExactly("billing false", "default true");
    }

    @Test
    void refusedChangesShouldBeListedInPages() {
        JsonNode first = ok(application.get("/outbox/shop/refused?limit=2"));
        assertThat(first)
                .hasToString("{\"changes\":[{\"name\":\"c-0\",\"group\":\"orders\",\"id\":\"o-0\","
                        + "\"recordedAt\":\"1970-01-01T00:00:00.000Z\",\"reason\":\"no\"},"
                        + "{\"name\":\"c-1\",\"group\":\"orders\",\"id\":\"o-1\",\"topic\":\"cancel\","
                        + "\"recordedAt\":\"1970-01-01T00:00:00.000Z\",\"reason\":\"no\"}],\"cursor\":2}");
        JsonNode last = ok(application.get("/outbox/shop/refused?limit=500&cursor=1098"));
        assertThat(last.get("changes")).hasSize(2);
        assertThat(last.has("cursor")).isFalse();
    }

    @Test
    void decisionAboutNamesShouldTakeEffectOnce() {
        assertThat(decide("retry", "{\"names\":[\"c-1\",\"c-2\",\"none\"]}")).isEqualTo("{\"changes\":2}");
        assertThat(decide("retry", "{\"names\":[\"c-1\",\"c-2\"]}")).isEqualTo("{\"changes\":0}");
        assertThat(decide("discard", "{\"names\":[\"c-3\"]}")).isEqualTo("{\"changes\":1}");
        assertThat(ok(application.get("/outbox")).get("outboxes").get(0))
                .as("the answer of before is forgotten")
                .hasToString("{\"dataSource\":\"shop\",\"waiting\":2,\"oldestMillis\":2000,\"refused\":1097}");
    }

    @Test
    void decisionAboutAllShouldBeMadeInSteps() {
        assertThat(ok(application.post("/outbox/shop/discard"))).hasToString("{\"changes\":500,\"next\":500}");
        assertThat(decide("retry", "{\"from\":500}")).isEqualTo("{\"changes\":500,\"next\":1000}");
        assertThat(decide("retry", "{\"from\":1000}")).isEqualTo("{\"changes\":100}");
        assertThat(SHOP.refused).isEmpty();
        assertThat(SHOP.waiting).isEqualTo(600);
    }

    @Test
    void viewersShouldShareACount() {
        int before = SHOP.counts.get();
        for (int i = 0; i < 5; i++) {
            ok(application.get("/outbox"));
        }
        assertThat(SHOP.counts).hasValue(before + 1);
    }

    @Test
    void databaseThatFailsShouldBeAProblem() {
        SHOP.away = true;
        for (Exchange exchange : List.of(
                application.get("/outbox"),
                application.get("/outbox/shop/refused"),
                application.post("/outbox/shop/retry"),
                application.post("/outbox/shop/discard", "{\"names\":[\"c-1\"]}"))) {
            assertThat(exchange.status()).isEqualTo(503);
            assertThat(exchange.problem()).isEqualTo("no-database");
            assertThat(exchange.json().get("detail").asString()).isEqualTo("connection refused");
        }
        SHOP.away = false;
        assertThat(ok(application.get("/outbox")).get("outboxes")).hasSize(1);
    }

    @Test
    void badRequestsShouldBeRefused() {
        assertThat(application.get("/outbox/other/refused").problem()).isEqualTo("not-found");
        assertThat(application.post("/outbox/shop/retry?queue=billing").json().get("detail"))
                .hasToString("\"The queue billing has no outbox in a data source 'shop'\"");
        for (String query : List.of("limit=0", "limit=501", "cursor=x")) {
            assertThat(application.get("/outbox/shop/refused?" + query).problem())
                    .as(query)
                    .isEqualTo("invalid-request");
        }
        String many = "\"x\",".repeat(501);
        for (String body : List.of(
                "{\"names\":[]}",
                "{\"names\":[null]}",
                "{\"names\":[\"c-1\"],\"from\":0}",
                "{\"names\":[" + many.substring(0, many.length() - 1) + "]}",
                "{\"ids\":[\"c-1\"]}")) {
            Exchange refused = application.post("/outbox/shop/discard", body);
            assertThat(refused.problem()).as(body).isEqualTo("invalid-request");
        }
        assertThat(SHOP.refused).hasSize(1_100);
    }
}
