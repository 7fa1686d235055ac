package io.delayqueue.web.live.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LiveIT {

    /** More than the pages of a test and of earlier ones, whose end the server detects with their next event. */
    private static final int MAX_STREAMS = 8;

    private static final RedisServer SERVER = RedisServer.start();

    private static final Semaphore GATE = new Semaphore(0);

    private static LiveApplication application;

    private final List<LiveClient> pages = new ArrayList<>();

    static class Callbacks {

        @DelayQueueListener(group = "orders", topic = "cancel", concurrency = "3", maxAttempts = "1")
        void cancel(String order) throws InterruptedException {
            GATE.acquire();
            if (order.equals("bad")) {
                throw new IllegalStateException("no luck");
            }
        }
    }

    @BeforeAll
    static void start() {
        application = LiveApplication.start(
                SERVER,
                beans -> beans.registerBean("callbacks", Callbacks.class),
                "delayqueue.web.max-streams=" + MAX_STREAMS);
        for (String topic : List.of("Mail", "mail-again", "print")) {
            application.engine().register().registerTopic("office", topic);
        }
        add("office", "print", "p", Duration.ofDays(1));
    }

    @AfterEach
    void closePages() {
        pages.forEach(LiveClient::close);
    }

    private static void awaitNoOpenPage() {
        await().until(() -> application.streams().openStreams() == 0);
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    private LiveClient live(String query) {
        LiveClient page = application.live(query);
        pages.add(page);
        return page;
    }

    private static void add(String group, String topic, String id, Duration delay) {
        DelayQueueService service = application.engine().service();
        service.addTask(Task.of(group, topic).id(id).payload(id).delay(delay).build());
    }

    @Test
    void streamShouldBeginAtOnceAndBeForNoCache() {
        LiveClient page = live("");
        await().until(() -> !page.events().isEmpty());
        assertThat(page.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
        assertThat(page.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(page.headers().firstValue("X-Accel-Buffering")).contains("no");
        assertThat(page.lines()).first().isEqualTo("retry:2000");
        LiveClient.Event first = page.events().get(0);
        assertThat(first.name()).isEqualTo("overview");
        assertThat(first.data().path("queue").asString()).isEqualTo("default");
        assertThat(first.data().has("error")).isFalse();
    }

    @Test
    void eventsShouldHaveTheTasksThatFallDue() {
        JsonNode topic = live("?group=office&topic=print").next(data -> data.has("due"));
        assertThat(tasks(topic.get("due"))).containsExactly(0L, 0L, 1L, 1L);
        assertThat(topic.at("/due/0/windowMillis").asLong()).isEqualTo(60_000);
        JsonNode overview =
                live("?size=1").next(data -> group(data, "office").path("due").size() == 4);
        assertThat(tasks(group(overview, "office").get("due")).get(3)).isPositive();
    }

    private static List<Long> tasks(JsonNode due) {
        return due.values().stream().map(window -> window.get("tasks").asLong()).toList();
    }

    @Test
    void timeShouldBeTheStores() {
        LiveClient page = live("");
        LiveClient topic = live("?group=orders&topic=cancel");
        JsonNode event = page.next(data -> data.has("at"));
        assertThat(at(event))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        assertThat(at(topic.next(data -> data.has("at")))).isAfter(at(event));
        assertThat(at(page.next())).isAfter(at(event));
    }

    private static Instant at(JsonNode event) {
        return Instant.parse(event.path("at").asString());
    }

    @Test
    void taskShouldBeSeenFromItsBirthToItsEnd() {
        LiveClient topic = live("?group=orders&topic=cancel");
        LiveClient overview = live("");
        topic.next(data -> data.path("topic").path("total").asInt(-1) == 0);

        add("orders", "cancel", "good", Duration.ofHours(1));
        await().untilAsserted(() -> assertThat(topic.events())
                .map(LiveClient.Event::data)
                .filteredOn(data -> data.path("topic").path("delayed").asInt() == 1)
                .first()
                .satisfies(data -> assertThat(data.path("changed").asBoolean()).isTrue()));

        application.engine().service().runTaskNow("orders", "good");
        JsonNode running =
                topic.next(data -> data.path("topic").path("reserved").asInt() == 1
                        && data.path("consumers").path(0).path("running").asInt() == 1);
        JsonNode consumer = running.path("consumers").path(0);
        assertThat(consumer.path("instance").asString())
                .isEqualTo(application.engine().instance());
        assertThat(consumer.path("concurrency").asInt()).isEqualTo(3);
        JsonNode group = group(overview.next(), "orders");
        assertThat(group.path("instances").asInt()).isEqualTo(1);
        assertThat(group.path("pusher").asString())
                .isEqualTo(application.engine().instance());

        int before = overview.events().size();
        GATE.release();
        overview.after(
                before,
                data -> group(data, "orders").path("rates").path("finished").asDouble() > 0);
        // An attempt's lateness is known at its start.
        assertThat(overview.events())
                .map(event -> group(event.data(), "orders").path("lateness"))
                .anySatisfy(lateness ->
                        assertThat(lateness.path("p99Millis").isNumber()).isTrue());
        topic.next(data -> data.path("topic").path("total").asInt(-1) == 0);
        overview.next(
                data -> group(data, "orders").path("rates").path("finished").asDouble(-1) == 0);
    }

    @Test
    void deadLetterShouldComeFirstWhenSortedByThem() {
        LiveClient page = live("?sort=dead&descending=true&size=1");
        GATE.release();
        add("orders", "cancel", "bad", Duration.ZERO);
        JsonNode dead = page.next(
                data -> data.path("topics").path("rows").path(0).path("dead").asInt() == 1);
        assertThat(dead.path("topics").path("rows")).hasSize(1);
        assertThat(dead.path("topics").path("total").asInt()).isEqualTo(4);
        assertThat(dead.path("topics").path("rows").path(0).path("topic").asString())
                .isEqualTo("cancel");
        application.engine().service().topic("orders", "cancel").purgeDeadLetters();
        page.next(data -> group(data, "orders").path("dead").asInt(-1) == 0);
    }

    @Test
    void searchShouldBeInAnyCaseAndPagesShouldHaveTheirRows() {
        JsonNode found = live("?search=MAIL&page=1&size=1").next();
        assertThat(found.path("topics").path("total").asInt()).isEqualTo(2);
        assertThat(found.path("topics").path("rows").path(0).path("topic").asString())
                .isEqualTo("mail-again");
        JsonNode group = live("?group=office")
                .next(data -> group(data, "office").path("complete").asBoolean());
        assertThat(group.path("topics").path("rows")).hasSize(3);
        JsonNode alone =
                live("?group=office").next(data -> data.at("/topics/rows/0").has("consumers"));
        assertThat(alone.at("/topics/rows/0/consumers").asInt(-1)).isZero();
        JsonNode orders = live("?group=orders")
                .next(data -> data.at("/topics/rows/0/consumers").asInt() == 1);
        assertThat(orders.at("/topics/rows/0/topic").asString()).isEqualTo("cancel");
        assertThat(group(group, "office").path("delayed").asInt()).isEqualTo(1);
    }

    @Test
    void topicThatIsNotRegisteredShouldHaveAPageToo() {
        add("typo", "nobody", "lost", Duration.ZERO);
        JsonNode page =
                live("?group=typo&topic=nobody").next(data -> data.path("topic").has("total"));
        assertThat(page.path("topic").path("registered").asBoolean(true)).isFalse();
        assertThat(page.path("topic").path("total").asInt()).isEqualTo(1);
        assertThat(page.path("consumers").isEmpty()).isTrue();
        LiveClient overview = live("?search=nobody");
        JsonNode listed =
                overview.next(data -> data.path("topics").path("total").asInt() == 1);
        assertThat(group(listed, "typo").path("registered").asBoolean(true)).isFalse();
        assertThat(group(listed, "typo").path("delayed").asInt()
                        + group(listed, "typo").path("ready").asInt())
                .isEqualTo(1);
        assertThat(group(listed, "orders").path("registered").asBoolean()).isTrue();
        assertThat(listed.at("/topics/rows/0/registered").asBoolean(true)).isFalse();
        application.engine().service().removeTask("typo", "lost");
        overview.next(data -> data.path("topics").path("total").asInt(-1) == 0);
    }

    @Test
    void pageThatIsOpenedAgainShouldSeeTheSame() {
        LiveClient first = live("");
        first.next(data -> group(data, "office").path("complete").asBoolean());
        first.close();
        LiveClient again = live("");
        await().until(() -> !again.events().isEmpty());
        assertThat(group(again.events().get(0).data(), "office")
                        .path("complete")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void onePageTooManyShouldBeRefused() {
        awaitNoOpenPage();
        IntStream.range(0, MAX_STREAMS).forEach(i -> live(""));
        HttpResponse<String> refused = application.get("/live");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("5");
        assertThat(json(refused).path("type").asString()).isEqualTo("urn:delayqueue:problem:too-many");
        pages.get(0).close();
        await().until(() -> application.streams().openStreams() < MAX_STREAMS);
        live("").next();
        closePages();
        awaitNoOpenPage();
    }

    @Test
    void headShouldBeAnsweredWithoutAStream() {
        awaitNoOpenPage();
        HttpResponse<String> answer = application.head("/live");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(application.streams().openStreams()).isZero();
        assertThat(application.head("/live?size=201").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "?sort=size,400,invalid-request,sort",
        "?size=201,400,invalid-request,size",
        "?size=many,400,invalid-request,size",
        "?topic=t,400,invalid-request,group",
        "?queue=other,404,no-queue,",
    })
    void badRequestShouldBeAProblem(String query, int status, String word, String field) {
        HttpResponse<String> refused = application.get("/live" + query);
        assertThat(refused.statusCode()).isEqualTo(status);
        assertThat(json(refused).path("type").asString()).isEqualTo("urn:delayqueue:problem:" + word);
        assertThat(json(refused).path("field").asString("")).isEqualTo(field == null ? "" : field);
    }

    @Test
    void instancesShouldBeSentWithAndWithoutAnOpenPage() {
        await().untilAsserted(() ->
                assertThat(application.streams().sample(application.engine())).isNull());
        assertThatThisInstanceWorksFor("orders");
        live("?group=orders").next(data -> group(data, "orders").has("instances"));
        assertThatThisInstanceWorksFor("orders");
        assertThat(json(application.get("/instances?group=a:b")).path("field").asString())
                .isEqualTo("group");
    }

    private static void assertThatThisInstanceWorksFor(String group) {
        for (String path : List.of("/instances", "/instances?group=" + group)) {
            JsonNode answer = json(application.get(path));
            assertThat(answer.path("complete").isBoolean()).isTrue();
            List<JsonNode> here = new ArrayList<>();
            answer.path("instances").forEach(instance -> {
                if (instance.path("group").asString().equals(group)) {
                    here.add(instance);
                }
            });
            assertThat(here).singleElement().satisfies(instance -> {
                assertThat(instance.propertyNames())
                        // Known only to an instance that runs from the jar.
                        .filteredOn(name -> !name.equals("version"))
                        .containsExactly(
                                "group",
                                "instance",
                                "host",
                                "pid",
                                "startedAt",
                                "seenAt",
                                "gone",
                                "pushing",
                                "draining",
                                "readsLayout",
                                "schedules",
                                "topicCount",
                                "topics");
                assertThat(instance.path("instance").asString())
                        .isEqualTo(application.engine().instance());
                assertThat(instance.path("pid").asLong())
                        .isEqualTo(ProcessHandle.current().pid());
                assertThat(instance.path("topics").path(0).path("topic").asString())
                        .isEqualTo("cancel");
            });
        }
    }

    private static JsonNode group(JsonNode overview, String name) {
        for (JsonNode group : overview.path("groups")) {
            if (group.path("group").asString().equals(name)) {
                return group;
            }
        }
        return overview.path("no such group");
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }
}
