package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.limit.Limit;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Forecasts, the scaling signal and the work of the last day over HTTP. */
class ForecastIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static WebApplication application;

    static class Listeners {

        @DelayQueueListener(group = "work", topic = "timed", concurrency = "3")
        void run(@Nullable String payload) {}
    }

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                beans -> beans.registerBean(Listeners.class),
                "delayqueue.groups.orders=alpha,beta,gamma",
                "delayqueue.groups.limited=alpha,beta",
                "delayqueue.groups.scaled=alpha,beta",
                "delayqueue.groups.wide="
                        + IntStream.range(0, 2_000).mapToObj(i -> "t" + i).collect(Collectors.joining(",")));
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private static JsonNode ok(String path) {
        Exchange exchange = application.get(path);
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    private static void add(String group, String topic, int tasks, Duration delay) {
        application
                .service()
                .addTasks(IntStream.range(0, tasks)
                        .mapToObj(i -> Task.of(group, topic).delay(delay).build())
                        .toList());
    }

    private static List<Long> due(JsonNode forecast) {
        return forecast.get("due").values().stream()
                .map(due -> due.get("tasks").asLong())
                .toList();
    }

    @Test
    void forecastsShouldBeOfATopicOfTheTopicsOfAGroupAndOfAllGroups() {
        add("orders", "alpha", 1, Duration.ofSeconds(30));
        add("orders", "alpha", 2, Duration.ofHours(2));
        add("orders", "beta", 3, Duration.ofDays(3));
        application.service().topic("orders", "beta").pause();

        JsonNode topic = ok("/groups/orders/topics/alpha/forecast");
        assertThat(due(topic)).containsExactly(1L, 1L, 3L, 3L);
        assertThat(topic.get("due").get(0).get("windowMillis").asLong()).isEqualTo(60_000);
        assertThat(Instant.parse(topic.get("at").asString()))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        assertThat(topic.get("paused").asBoolean()).isFalse();

        JsonNode group = ok("/groups/orders/forecast?windows=90m,PT168H");
        assertThat(group.get("topics").values())
                .extracting(each -> each.get("topic").asString())
                .containsExactly("alpha", "beta", "gamma");
        assertThat(group.get("topics").values())
                .extracting(ForecastIT::due)
                .containsExactly(List.of(1L, 3L), List.of(0L, 3L), List.of(0L, 0L));
        assertThat(group.get("topics").get(1).get("paused").asBoolean()).isTrue();

        JsonNode all = ok("/forecast?windows=7d&limit=1&cursor=limited");
        assertThat(all.get("groups").get(0).get("group").asString()).isEqualTo("orders");
        assertThat(all.get("groups").get(0).get("topics").asInt()).isEqualTo(3);
        assertThat(due(all.get("groups").get(0))).containsExactly(6L);
        assertThat(all.get("next").asString()).isEqualTo("orders");
        JsonNode rest = ok("/forecast?cursor=orders");
        assertThat(rest.get("groups").values())
                .extracting(each -> each.get("group").asString())
                .containsExactly("scaled", "wide");
        assertThat(rest.get("next").asString()).as("after 2,000 topics").isEqualTo("wide");
        JsonNode last = ok("/forecast?cursor=wide");
        assertThat(last.get("groups").get(0).get("group").asString()).isEqualTo("work");
        assertThat(last.has("next")).isFalse();
    }

    @Test
    void workOfTheLastDayShouldBeThatWhichTheStoreHas() {
        assertThat(ok("/groups/orders/work").toString()).isEqualTo("{\"parts\":[]}");
        long now = Instant.parse("2026-11-23T08:00:00Z").toEpochMilli();
        SERVER.client()
                .hset(
                        "{wide}:WORK",
                        Map.of(
                                "sums", "{\"at\":" + now + ",\"instances\":{}}",
                                "1", "[\"2026-11-23T08:00:00Z\",\"PT5M\",5,4,3,2,1,\"PT0.007S\",\"PT0.08S\"]",
                                "0", "[\"2026-11-23T07:55:00Z\",\"PT5M\",0,0,0,0,0,null,null]"));
        assertThat(ok("/groups/wide/work").toString())
                .isEqualTo("{\"parts\":[{\"until\":\"2026-11-23T07:55:00.000Z\",\"durationMillis\":300000,"
                        + "\"added\":0,\"finished\":0,\"retried\":0,\"dead\":0,\"removed\":0},"
                        + "{\"until\":\"2026-11-23T08:00:00.000Z\",\"durationMillis\":300000,"
                        + "\"added\":5,\"finished\":4,\"retried\":3,\"dead\":2,\"removed\":1,"
                        + "\"p50Millis\":7,\"p99Millis\":80}]}");
    }

    @Test
    void topicsOfAGroupShouldHavePages() {
        JsonNode first = ok("/groups/orders/forecast?limit=2");
        assertThat(first.get("next").asString()).isEqualTo("beta");
        JsonNode last = ok("/groups/orders/forecast?limit=2&cursor=beta");
        assertThat(last.get("topics").values())
                .extracting(each -> each.get("topic").asString())
                .containsExactly("gamma");
        assertThat(last.has("next")).isFalse();
    }

    @Test
    void unmeasuredTopicShouldNeedWhatTheDefaultDurationSays() {
        add("scaled", "alpha", 120, Duration.ofSeconds(50));
        add("scaled", "alpha", 1_000, Duration.ofHours(1));
        JsonNode topic = ok("/groups/scaled/topics/alpha/scaling?window=1m&defaultDuration=2s");
        assertThat(topic.get("tasks").asLong()).isEqualTo(120);
        assertThat(topic.get("measured").asBoolean()).isFalse();
        assertThat(topic.get("meanDurationMillis").asDouble()).isEqualTo(2_000);
        assertThat(topic.get("concurrency").asInt()).isZero();
        assertThat(topic.get("neededConcurrency").asLong()).isEqualTo(4);
        assertThat(ok("/groups/scaled/topics/alpha/scaling?window=1m&defaultDuration=2001ms")
                        .get("neededConcurrency")
                        .asLong())
                .as("rounded up")
                .isEqualTo(5);
        assertThat(ok("/groups/scaled/topics/beta/scaling")
                        .get("neededConcurrency")
                        .asLong())
                .isZero();

        add("scaled", "beta", 60, Duration.ofSeconds(50));
        JsonNode group = ok("/groups/scaled/scaling?window=1m");
        assertThat(group.get("tasks").asLong()).isEqualTo(180);
        assertThat(group.get("neededConcurrency").asLong()).isEqualTo(3);
        assertThat(group.has("topic")).isFalse();
        assertThat(group.has("meanDurationMillis")).isFalse();
        application.service().topic("scaled", "beta").pause();
        JsonNode rest = ok("/groups/scaled/scaling?window=1m");
        assertThat(rest.get("neededConcurrency").asLong())
                .as("a paused topic needs none")
                .isEqualTo(2);
        assertThat(rest.get("tasks").asLong()).isEqualTo(120);
        assertThat(rest.get("pausedTasks").asLong()).isEqualTo(60);
        assertThat(ok("/groups/scaled/topics/beta/scaling?window=1m")
                        .get("neededConcurrency")
                        .asLong())
                .isZero();
    }

    @Test
    void heldTopicsAndTopicsOfHeldLimitsShouldAskForNoFurtherInstances() {
        add("limited", "alpha", 120, Duration.ofSeconds(50));
        add("limited", "beta", 60, Duration.ofSeconds(50));
        Instant until = application.engine().inspector().storeTime("limited").plusSeconds(3_600);
        application.service().topic("limited", "beta").hold(until);
        JsonNode held = ok("/groups/limited/scaling?window=1m");
        assertThat(held.get("neededConcurrency").asLong()).isEqualTo(2);
        assertThat(held.get("tasks").asLong()).isEqualTo(120);
        assertThat(held.get("pausedTasks").asLong()).isEqualTo(60);
        application.engine().inspector().setLimit(Limit.of("limited", "alpha").concurrency(1));
        assertThat(ok("/groups/limited/scaling?window=1m")
                        .get("neededConcurrency")
                        .asLong())
                .isEqualTo(2);
        application.engine().inspector().holdLimit("limited", "alpha", until);
        JsonNode full = ok("/groups/limited/topics/alpha/scaling?window=1m");
        assertThat(full.get("neededConcurrency").asLong()).isOne();
        assertThat(full.get("tasks").asLong()).isEqualTo(120);
        SERVER.client()
                .hset(
                        "{limited}:INSTANCES",
                        "one",
                        "{\"at\":" + System.currentTimeMillis() + ",\"topicCount\":1,\"topics\":[[\"alpha\",2,0,0]]}");
        assertThat(ok("/groups/limited/scaling?window=1m&defaultDuration=3s")
                        .get("neededConcurrency")
                        .asLong())
                .as("those that are there may stay")
                .isEqualTo(2);
        assertThat(ok("/groups/limited/scaling?window=1m&defaultDuration=100ms")
                        .get("neededConcurrency")
                        .asLong())
                .as("as many as the tasks need")
                .isOne();
    }

    @Test
    void concurrencyShouldBeUnknownIfAnInstanceConsumesMoreTopicsThanItLists() {
        add("wide", "t0", 1, Duration.ofHours(1));
        SERVER.client()
                .hset(
                        "{wide}:INSTANCES",
                        "busy",
                        "{\"at\":" + System.currentTimeMillis() + ",\"topicCount\":201,\"topics\":[[\"t1\",4,0,0]]}");
        assertThat(ok("/groups/wide/topics/t1/scaling").get("concurrency").asInt())
                .isEqualTo(4);
        JsonNode unlisted = ok("/groups/wide/topics/t0/scaling?window=2h");
        assertThat(unlisted.has("concurrency")).isFalse();
        assertThat(unlisted.get("neededConcurrency").asInt()).isEqualTo(1);
        assertThat(ok("/groups/wide/scaling").has("concurrency")).isFalse();
        SERVER.client().hdel("{wide}:INSTANCES", "busy");
    }

    @Test
    void measuredTopicShouldNeedWhatItsCallbacksTook() {
        add("work", "timed", 5, Duration.ZERO);
        await().until(() ->
                ok("/groups/work/topics/timed/scaling").get("measured").asBoolean()
                        && ok("/groups/work/topics/timed").get("total").asLong() == 0);
        add("work", "timed", 200, Duration.ofMinutes(4));
        JsonNode topic = ok("/groups/work/topics/timed/scaling?defaultDuration=1h");
        double mean = topic.get("meanDurationMillis").asDouble();
        assertThat(mean).isBetween(0.0, 60_000.0);
        assertThat(topic.get("concurrency").asInt()).isEqualTo(3);
        assertThat(topic.get("windowMillis").asLong()).isEqualTo(300_000);
        assertThat(topic.get("neededConcurrency").asLong()).isEqualTo((long) Math.ceil(200 * mean / 300_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/forecast?windows=soon",
                "/forecast?windows=0s",
                "/forecast?windows=36501d",
                "/forecast?windows=1s,2s,3s,4s,5s,6s,7s,8s,9s,10s,11s",
                "/forecast?limit=21",
                "/forecast?cursor=%20",
                "/groups/orders/forecast?limit=201",
                "/groups/1st/forecast",
                "/groups/1st/work",
                "/groups/orders/topics/alpha/forecast?windows=1y",
                "/groups/orders/scaling?window=0s",
                "/groups/orders/scaling?defaultDuration=-1s",
                "/groups/orders/topics/1st/scaling"
            })
    void badValuesShouldBeRefused(String path) {
        Exchange exchange = application.get(path);
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(400);
        assertThat(exchange.problem()).isEqualTo("invalid-request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/groups/none/forecast",
                "/groups/none/scaling",
                "/groups/orders/topics/none/forecast",
                "/groups/orders/topics/none/scaling"
            })
    void unknownNamesShouldNotBeFound(String path) {
        Exchange exchange = application.get(path);
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(404);
        assertThat(exchange.problem()).isEqualTo("not-found");
    }
}
