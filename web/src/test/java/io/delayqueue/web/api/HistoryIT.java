package io.delayqueue.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import io.delayqueue.web.WebApplication.Exchange;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.UnifiedJedis;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Histories over HTTP, of records that are written as docs/data-layout.md describes them. */
class HistoryIT {

    private static final RedisServer SERVER = RedisServer.start();

    private static final UnifiedJedis CLIENT = SERVER.client();

    private static final String HISTORY = "/groups/orders/topics/cancel/history";

    /** More than a request searches. */
    private static final List<String> TOPICS =
            IntStream.range(10, 22).mapToObj(i -> "t" + i).toList();

    private static WebApplication application;

    private static long now;

    @BeforeAll
    static void start() {
        application = WebApplication.start(
                SERVER,
                "delayqueue.groups.orders=cancel,ship",
                "delayqueue.groups.mails=send",
                "delayqueue.groups.a=b," + String.join(",", TOPICS));
    }

    @AfterAll
    static void close() {
        application.close();
        SERVER.close();
    }

    @BeforeEach
    void write() {
        for (String group : List.of("orders", "mails", "a")) {
            CLIENT.del("{" + group + "}:RECORDED");
        }
        CLIENT.keys("*:HISTORY:*").forEach(CLIENT::del);
        now = application.engine().inspector().storeTime("orders").toEpochMilli();
        record("orders", "cancel", "1", "order=42", "@k 1", json(3_000, ""));
        record(
                "orders",
                "cancel",
                "2",
                "order=42",
                "!DEAD",
                json(
                                2_000,
                                ",{\"occurrence\":7,\"result\":{\"a\":1.50},\"resultSize\":30000,\"progress\":[3,4,\"mails\"],"
                                        + "\"trace\":\"abc\",\"error\":[\"a.B\",\"no\"],\"reason\":\"REJECTED\","
                                        + "\"payload\":[1,2],\"payloadSize\":20000,\"state\":\"READY\",\"count\":5}")
                        + "\n{\"attempt\":1,\"instance\":\"i\",\"outcome\":\"FAILED\",\"type\":\"a.B\","
                        + "\"message\":\"x\",\"at\":7}");
        record("orders", "cancel", "3", json(1_000, ""));
        rule(
                "orders",
                "cancel",
                "604800000|67108864|P|FINISHED,DEAD",
                "1:500:3:" + (now - 3_000) + ":FINISHED=2,DEAD=1");
    }

    private static void record(String group, String topic, String id, String... elements) {
        CLIENT.rpush("{" + group + "}:HISTORY:" + topic + ":1", id);
        CLIENT.rpush("{" + group + "}:HISTORY:" + topic + ":1", elements);
    }

    private static void rule(String group, String topic, String rule, String open) {
        CLIENT.hset("{" + group + "}:RECORDED", topic, rule);
        CLIENT.hset("{" + group + "}:RECORDED", "#" + topic, open);
    }

    private static String json(long ago, String more) {
        return "[" + (now - ago) + "," + (now - ago - 500) + ",3,12,1,\"i\"" + more + "]";
    }

    private static JsonNode ok(Exchange exchange) {
        assertThat(exchange.status()).as(exchange.text()).isEqualTo(200);
        return exchange.json();
    }

    private static List<String> ids(JsonNode answer) {
        return answer.get("records").values().stream()
                .map(record -> record.get("id").asString())
                .toList();
    }

    @Test
    void recordShouldHaveAllThatWasKept() {
        Exchange answer = application.get(HISTORY + "?id=2");
        assertThat(answer.text()).contains("\"result\":{\"a\":1.50}");
        JsonNode record = ok(answer).at("/records/0");
        String ended = record.get("endedAt").asString();
        String due = record.get("dueAt").asString();
        assertThat(Instant.parse(ended).toEpochMilli()).isEqualTo(now - 2_000);
        assertThat(Instant.parse(due).toEpochMilli()).isEqualTo(now - 2_500);
        assertThat(record.toString().replace(ended, "E").replace(due, "D"))
                .isEqualTo(
                        "{\"group\":\"orders\",\"topic\":\"cancel\",\"id\":\"2\",\"outcome\":\"DEAD\",\"endedAt\":\"E\","
                                + "\"dueAt\":\"D\",\"latenessMillis\":3,\"tookMillis\":12,\"attempts\":1,\"instance\":\"i\","
                                + "\"tags\":[\"order=42\"],\"occurrence\":\"1970-01-01T00:00:00.007Z\",\"result\":{\"a\":1.5},"
                                + "\"resultSize\":30000,\"progress\":{\"done\":3,\"total\":4,\"text\":\"mails\"},"
                                + "\"traceId\":\"abc\",\"errorType\":\"a.B\",\"errorMessage\":\"no\",\"deadReason\":\"REJECTED\","
                                + "\"payload\":[1,2],\"payloadSize\":20000,\"leftState\":\"READY\",\"count\":5,"
                                + "\"failedAttempts\":[{\"attempt\":1,\"at\":\"1970-01-01T00:00:00.007Z\",\"instance\":\"i\","
                                + "\"outcome\":\"FAILED\",\"type\":\"a.B\",\"message\":\"x\"}]}");
    }

    @Test
    void numbersShouldBeThoseOfTheWholeHistory() {
        assertThat(ok(application.get(HISTORY + "?id=2")).get("counts"))
                .isEqualTo(JsonMapper.shared()
                        .readTree(
                                "{\"topic\":{\"group\":\"orders\",\"topic\":\"cancel\"},\"rule\":{\"maxAge\":\"PT168H\","
                                        + "\"maxSize\":67108864,\"payload\":true,\"result\":false,\"outcomes\":[\"FINISHED\",\"DEAD\"]},"
                                        + "\"outcomes\":{\"FINISHED\":2,\"DEAD\":1},\"bytes\":500,\"notKept\":0}"));
        JsonNode none = ok(application.get("/groups/orders/topics/ship/history"));
        assertThat(none.get("records")).isEmpty();
        assertThat(none.get("counts").has("rule")).isFalse();
        assertThat(none.at("/counts/outcomes")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"id=1, 1", "tag=order%3D42, 2 1", "key=k%201, 1", "outcome=FINISHED, 3 1", "id=9, ''", "'', 3 2 1"})
    void recordsShouldBeThoseThatMatch(String query, String ids) {
        assertThat(String.join(" ", ids(ok(application.get(HISTORY + "?" + query)))))
                .isEqualTo(ids);
    }

    @Test
    void recordsShouldBeListedInPagesUpToATime() {
        JsonNode first = ok(application.get(HISTORY + "?limit=2"));
        assertThat(ids(first)).containsExactly("3", "2");
        assertThat(first.get("searchedTo").asString())
                .isEqualTo(first.at("/records/1/endedAt").asString());
        String cursor = URLEncoder.encode(first.get("cursor").asString(), UTF_8);
        JsonNode last = ok(application.get(HISTORY + "?limit=2&cursor=" + cursor));
        assertThat(ids(last)).containsExactly("1");
        assertThat(last.has("cursor")).isFalse();
        assertThat(last.has("searchedTo")).isFalse();
        Instant before = Instant.ofEpochMilli(now - 2_000);
        assertThat(ids(ok(application.get(HISTORY + "?before=" + before)))).containsExactly("1");
    }

    @ParameterizedTest
    @CsvSource({
        "/groups/orders/topics/cancel/history?outcome=GONE, outcome",
        "/groups/orders/topics/cancel/history?before=today, before",
        "/groups/orders/topics/cancel/history?tag=order, tag",
        "/groups/orders/topics/cancel/history?cursor=x, cursor",
        "/groups/orders/topics/cancel/history?limit=101, limit",
        "/search/history, id",
        "/search/history?id=1&cursor=x, cursor",
        "/search/history?tag=42, tag",
        "/groups/orders/topics/cancel/tasks?state=GONE, state"
    })
    void badParametersShouldBeRefused(String path, String field) {
        Exchange refused = application.get(path);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().get("field").asString()).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({"id=1, 1, 3 2", "tag=order%3D42, 2, 3", "key=k%201, 1, 3 2", "id=9, 0, 3 2 1"})
    void recordsShouldBeForgotten(String query, int forgotten, String left) {
        assertThat(ok(application.delete(HISTORY + "?" + query))).hasToString("{\"records\":" + forgotten + "}");
        assertThat(String.join(" ", ids(ok(application.get(HISTORY))))).isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource({"''", "id=1&key=k", "tag=order%3D42&id=2"})
    void recordsToForgetShouldBeNamedInOneWay(String query) {
        assertThat(application.delete(HISTORY + "?" + query).status()).isEqualTo(400);
        assertThat(ids(ok(application.get(HISTORY)))).containsExactly("3", "2", "1");
    }

    @Test
    void searchShouldFindTheRecordsOfAllTopics() {
        record("mails", "send", "1", "order=42", json(10, ""));
        rule("mails", "send", "", "1:500:1:" + now + ":FINISHED=1");
        JsonNode all = ok(application.get("/search/history?tag=order%3D42"));
        assertThat(ids(all)).containsExactly("1", "2", "1");
        assertThat(all.get("searchedTopics").asInt()).isEqualTo(2);
        assertThat(all.get("searchedGroups").asInt()).isEqualTo(3);
        assertThat(all.get("unsearchedGroups").asInt()).isZero();
        assertThat(all.has("next")).isFalse();
        assertThat(ids(ok(application.get("/search/history?id=1&group=orders"))))
                .containsExactly("1");
        assertThat(ids(ok(application.get("/search/history?key=k%201")))).containsExactly("1");
    }

    @Test
    void searchShouldGoOnWhereItEnded() {
        IntStream.range(0, 120).forEach(i -> record("mails", "send", "m-" + i, "order=42", json(200 - i, "")));
        rule("mails", "send", "", "1:500:120:" + (now - 200) + ":FINISHED=120");
        JsonNode page = ok(application.get("/search/history?tag=order%3D42"));
        assertThat(ids(page)).hasSize(50);
        assertThat(page.get("topic").asString()).isEqualTo("send");
        assertThat(page.get("unsearchedGroups").asInt()).isEqualTo(2);
        assertThat(page.get("searchedTo").asString())
                .isEqualTo(page.at("/records/49/endedAt").asString());
        assertThat(pages("tag=order%3D42")).doesNotHaveDuplicates().hasSize(122).endsWith("2", "1");
    }

    @Test
    void searchShouldBeginWithTheTopicThatIsGiven() {
        for (String topic : TOPICS) {
            int records = topic.equals("t21") ? 51 : 1;
            IntStream.range(0, records).forEach(i -> record("a", topic, topic + "-" + i, "order=1", json(200 - i, "")));
            rule("a", topic, "", "1:500:" + records + ":" + (now - 200) + ":FINISHED=" + records);
        }
        List<String> byName = pages("tag=order%3D1&group=a");
        List<String> given = pages("tag=order%3D1&group=a&topic=t21");
        List<String> others =
                TOPICS.subList(0, 11).stream().map(topic -> topic + "-0").toList();
        assertThat(byName).hasSize(62).startsWith(others.toArray(String[]::new)).endsWith("t21-0");
        assertThat(given).hasSize(62).startsWith("t21-50").endsWith(others.toArray(String[]::new));
        assertThat(given).containsExactlyInAnyOrderElementsOf(byName);
        assertThat(pages("tag=order%3D1&group=a&topic=none")).isEqualTo(byName);
    }

    /** Ids on all pages of a search. */
    private static List<String> pages(String query) {
        JsonNode page = ok(application.get("/search/history?" + query));
        List<String> found = new ArrayList<>(ids(page));
        while (page.has("next")) {
            String cursor = URLEncoder.encode(page.get("next").asString(), UTF_8);
            page = ok(application.get("/search/history?" + query + "&cursor=" + cursor));
            found.addAll(ids(page));
            assertThat(found).hasSizeLessThan(200);
        }
        return found;
    }

    @Test
    void groupThatCannotBeReadShouldBeNamed() {
        CLIENT.set("{a}:RECORDED", "foreign");
        JsonNode found = ok(application.get("/search/history?id=1"));
        assertThat(ids(found)).containsExactly("1");
        assertThat(found.get("unreadableGroups")).hasToString("[\"a\"]");
        assertThat(found.get("searchedGroups").asInt()).isEqualTo(2);
    }
}
