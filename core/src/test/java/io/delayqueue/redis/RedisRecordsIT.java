package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.DeadReason;
import io.delayqueue.FailedAttempt;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Tag;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TaskRecord.Details;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.store.HistoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.UnifiedJedis;

/** Reads records as docs/data-layout.md describes them. */
@ParameterizedClass
@EnumSource(Topology.class)
class RedisRecordsIT {

    private final TopicName topic = new TopicName("g" + UUID.randomUUID(), "t");

    private final UnifiedJedis client;

    private final HistoryStore records;

    private final long now;

    RedisRecordsIT(Topology topology) {
        this.client = topology.client();
        this.records = new RedisHistoryStore(topology.calls());
        this.now = topology.calls().time(topic.group());
    }

    @BeforeEach
    void keepForAWeek() {
        put("t", "604800000|67108864|P|");
    }

    private void put(String field, String text) {
        client.hset("{" + topic.group() + "}:RECORDED", field, text);
    }

    private String part(int number) {
        return "{" + topic.group() + "}:HISTORY:t:" + number;
    }

    private void write(int part, String... elements) {
        client.rpush(part(part), elements);
    }

    private String json(long ago, String more) {
        return "[" + (now - ago) + "," + (now - ago - 500) + ",3,12,1,\"i\"" + more + "]";
    }

    private void finished(int part, String id, long ago) {
        write(part, id, json(ago, ""));
    }

    /** Parts from 1 on, of which the last one is open, each with records of the same length of time. */
    private void parts(int number, long millisOfAPart) {
        StringBuilder closed = new StringBuilder();
        for (int i = 1; i < number; i++) {
            long first = now - (number - i + 1) * millisOfAPart;
            closed.append(i + ":1000:7:" + first + ":" + (first + millisOfAPart - 1) + ":FINISHED=5,DEAD=2;");
        }
        put("=t", closed.toString());
        put("#t", number + ":100:3:" + (now - millisOfAPart) + ":FINISHED=3");
    }

    private HistoryPage search(HistoryQuery query) {
        return records.search(topic, query);
    }

    private List<String> ids(HistoryQuery query) {
        List<String> ids = new ArrayList<>();
        HistoryPage page;
        HistoryQuery next = query;
        do {
            page = search(next);
            assertThat(page.records()).hasSizeLessThanOrEqualTo(query.limit());
            page.records().forEach(record -> ids.add(record.id()));
            next = next.from(page.cursor());
        } while (page.cursor() != null);
        return ids;
    }

    @Test
    void recordShouldBeReadWhole() {
        parts(1, 1_000);
        String more = ",{\"occurrence\":" + (now - 700) + ",\"result\":{\"a\":1.50},\"progress\":[3,4,\"mails\"],"
                + "\"trace\":\"abc\",\"error\":[\"a.B\",\"no\"],\"reason\":\"REJECTED\",\"payload\":[1, 2],\"later\":1,"
                + "\"state\":\"READY\",\"payloadSize\":20000,\"resultSize\":30000,\"count\":5}";
        String line =
                "{\"attempt\":1,\"instance\":\"i\",\"outcome\":\"FAILED\",\"type\":\"a.B\",\"message\":\"x\",\"at\":7}";
        write(1, "42", "order=7", "customer=a=b", "@k 1", "!DEAD", json(100, more) + "\n" + line + "\nbroken");
        TaskRecord record = search(HistoryQuery.ALL).records().get(0);
        Instant ended = Instant.ofEpochMilli(now - 100);
        assertThat(record)
                .isEqualTo(new TaskRecord(
                        topic,
                        "42",
                        RecordedOutcome.DEAD,
                        ended,
                        ended.minusMillis(500),
                        Duration.ofMillis(3),
                        Duration.ofMillis(12),
                        1,
                        "i",
                        "k 1",
                        List.of(Tag.parse("order=7"), Tag.parse("customer=a=b")),
                        new Details(
                                Instant.ofEpochMilli(now - 700),
                                "{\"a\":1.50}",
                                30_000,
                                new Progress(3, 4, "mails"),
                                "abc",
                                "a.B",
                                "no",
                                DeadReason.REJECTED,
                                "[1,2]",
                                20_000,
                                TaskState.READY,
                                5),
                        List.of(new FailedAttempt(
                                1, Instant.ofEpochMilli(7), "i", FailedAttempt.Outcome.FAILED, "a.B", "x"))));
    }

    @Test
    void shortRecordShouldLackTheRest() {
        parts(1, 1_000);
        write(
                1,
                "*",
                "!REMOVED",
                "[" + now + "," + (now + 5) + ",null,null,0,\"\",{\"state\":\"DELAYED\",\"count\":500}]");
        TaskRecord record = search(HistoryQuery.ALL.id("*")).records().get(0);
        assertThat(record.dueAt()).isEqualTo(Instant.ofEpochMilli(now + 5));
        assertThat(record.lateness()).isNull();
        assertThat(record.instance()).isNull();
        assertThat(record.details().count()).isEqualTo(500);
        assertThat(record.details().leftState()).isEqualTo(TaskState.DELAYED);
    }

    static Stream<Arguments> searches() {
        Map<HistoryQuery, Predicate<Integer>> queries = Map.of(
                HistoryQuery.ALL,
                i -> true,
                HistoryQuery.ALL.tag(Tag.parse("order=1")),
                i -> i % 2 == 0,
                HistoryQuery.ALL.tag(Tag.parse("order=3")),
                i -> i % 2 == 1,
                HistoryQuery.ALL.key("k").outcome(RecordedOutcome.DEAD),
                i -> i % 3 == 0,
                HistoryQuery.ALL.outcome(RecordedOutcome.DEAD),
                i -> i % 3 == 0,
                HistoryQuery.ALL.outcome(RecordedOutcome.FINISHED),
                i -> i % 3 != 0,
                HistoryQuery.ALL.key("k").outcome(RecordedOutcome.FINISHED),
                i -> i % 3 != 0,
                HistoryQuery.ALL.id("same"),
                i -> i == 7);
        return queries.entrySet().stream().flatMap(one -> IntStream.of(1, 2, 7, 100)
                .mapToObj(limit -> Arguments.of(one.getKey().limit(limit), one.getValue())));
    }

    @ParameterizedTest
    @MethodSource("searches")
    void pagesShouldHaveEachRecordOnceWhilePartsCloseAndRecordsAreWritten(
            HistoryQuery query, Predicate<Integer> matches) {
        List<Integer> expected = new ArrayList<>();
        parts(4, 1_000);
        for (int part = 1; part <= 4; part++) {
            for (int i = 0; i < 10; i++) {
                numbered(part, i);
                if (matches.test(i)) {
                    expected.add(0, part * 10 + i);
                }
            }
        }
        List<Integer> listed = new ArrayList<>();
        HistoryPage page;
        HistoryQuery next = query;
        int open = 4;
        do {
            page = search(next);
            page.records().forEach(record -> listed.add(record.attempts()));
            assertThat(page.records()).hasSizeLessThanOrEqualTo(query.limit());
            next = next.from(page.cursor());
            for (int i = 0; i < 10; i++) {
                numbered(open, i);
            }
            parts(++open, 1_000);
            for (int i = 0; i < 10; i++) {
                numbered(open, i);
            }
        } while (page.cursor() != null);
        assertThat(listed).isEqualTo(expected);
    }

    private void numbered(int part, int i) {
        List<String> elements = new ArrayList<>(List.of(i == 7 ? "same" : "id" + i));
        elements.addAll(i % 2 == 0 ? List.of("order=1") : List.of("order=2", "order=3"));
        String json = "[" + now + "," + now + ",0,0," + (part * 10 + i) + ",\"i\"]";
        elements.addAll(i % 3 == 0 ? List.of("@k", "!DEAD", json) : List.of("@k", json));
        write(part, elements.toArray(String[]::new));
    }

    @Test
    void whatIsNoRecordShouldBeSkipped() {
        parts(1, 1_000);
        write(1, "lost end", json(1, ""));
        finished(1, "a", 2);
        write(1, IntStream.range(0, 100).mapToObj(i -> "").toArray(String[]::new));
        write(1, "b", "!UNKNOWN", json(1, ""));
        write(1, "c", "[\"no time\"]");
        write(1, "d", "[" + now + ",0");
        write(1, "junk", "junk", json(1, ""));
        finished(1, "e", 1);
        write(1, "f", "no tag", json(1, ""), "=", "x=y", "", "g");
        assertThat(ids(HistoryQuery.ALL.limit(1))).containsExactly("e", "a");
        assertThat(ids(HistoryQuery.ALL.outcome(RecordedOutcome.FINISHED))).containsExactly("e", "a");
        assertThat(ids(HistoryQuery.ALL.id("b"))).isEmpty();
        assertThat(ids(HistoryQuery.ALL.id("g"))).isEmpty();
        assertThat(ids(HistoryQuery.ALL.tag(Tag.parse("x=y")))).isEmpty();
    }

    @Test
    void topicWithoutHistoryShouldHaveNone() {
        client.del("{" + topic.group() + "}:RECORDED");
        assertThat(search(HistoryQuery.ALL)).isEqualTo(new HistoryPage(List.of(), null, null));
        assertThat(records.counts(topic.group(), List.of("t", "u")))
                .containsExactly(
                        new HistoryCounts(topic, null, Map.of(), 0, 0),
                        new HistoryCounts(new TopicName(topic.group(), "u"), null, Map.of(), 0, 0));
        assertThat(records.forget(topic, "a")).isZero();
        records.clear(topic, true);
    }

    @Test
    void partsThatAreGoneOrForeignShouldBeEmpty() {
        parts(3, 1_000);
        client.set(part(2), "foreign");
        finished(3, "a", 1);
        assertThat(ids(HistoryQuery.ALL)).containsExactly("a");
        assertThat(ids(HistoryQuery.ALL.id("b"))).isEmpty();
        assertThat(records.forget(topic, "a")).isEqualTo(1);
    }

    @Test
    void recordsBeyondTheAgeShouldBeHidden() {
        put("t", "5000|67108864||");
        parts(2, 4_000);
        finished(1, "old", 6_000);
        finished(1, "b", 4_500);
        finished(2, "c", 10);
        assertThat(ids(HistoryQuery.ALL)).containsExactly("c", "b");
        assertThat(ids(HistoryQuery.ALL.id("old"))).isEmpty();
        client.hdel("{" + topic.group() + "}:RECORDED", "t");
        assertThat(ids(HistoryQuery.ALL)).as("without a rule").containsExactly("c", "b", "old");
    }

    @Test
    void timesShouldBoundASearch() {
        parts(3, 1_000);
        for (int part = 1; part <= 3; part++) {
            finished(part, "a" + part, (4 - part) * 1_000L - 100);
            finished(part, "b" + part, (4 - part) * 1_000L - 900);
        }
        HistoryQuery before = HistoryQuery.ALL.before(Instant.ofEpochMilli(now - 1_100));
        assertThat(ids(before)).containsExactly("a2", "b1", "a1");
        assertThat(ids(before.outcome(RecordedOutcome.FINISHED))).containsExactly("a2", "b1", "a1");
    }

    @Test
    void pageShouldSayHowFarItSearched() {
        parts(41, 1_000);
        HistoryPage first = search(HistoryQuery.ALL.id("x"));
        assertThat(first.records()).isEmpty();
        assertThat(first.searchedTo()).isEqualTo(Instant.ofEpochMilli(now - 20_000));
        HistoryPage second = search(HistoryQuery.ALL.id("x").from(first.cursor()));
        assertThat(second.searchedTo()).isEqualTo(Instant.ofEpochMilli(now - 40_000));
        assertThat(search(HistoryQuery.ALL.id("x").from(second.cursor())))
                .isEqualTo(new HistoryPage(List.of(), null, null));
        finished(41, "a", 7);
        finished(41, "b", 5);
        assertThat(search(HistoryQuery.ALL.limit(1)).searchedTo()).isEqualTo(Instant.ofEpochMilli(now - 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1/2", "1/2/3/4", "a/1/2", "-1/1/1", "1/1/", "1234567890123456/1/1"})
    void cursorOfAnotherPageShouldBeRefused(String cursor) {
        assertThatThrownBy(() -> search(HistoryQuery.ALL.from(cursor)))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("cursor must come from a page of a history");
    }

    @Test
    void countsShouldBeThoseOfAllParts() {
        parts(3, 1_000);
        put("!t", "12");
        put("#u", "1:70:9:" + now + ":LATER=8,MISSED=1");
        assertThat(records.counts(topic.group(), List.of("u", "t")))
                .containsExactly(
                        new HistoryCounts(
                                new TopicName(topic.group(), "u"), null, Map.of(RecordedOutcome.MISSED, 1L), 70, 0),
                        new HistoryCounts(
                                topic,
                                HistoryRule.of(Duration.ofDays(7), 64 << 20).payload(true),
                                Map.of(RecordedOutcome.FINISHED, 13L, RecordedOutcome.DEAD, 4L),
                                2_100,
                                12));
    }

    @Test
    void forgottenRecordsShouldLeaveTheOthersAndTheirPages() {
        parts(2, 1_000);
        for (int i = 0; i < 120; i++) {
            write(1, "a" + i, "order=1", json(1, ""));
            write(2, "b" + i, i % 2 == 0 ? "order=1" : "order=2", "@k", json(0, ",{\"result\":\"secret\"}"));
        }
        HistoryQuery query = HistoryQuery.ALL.key("k").limit(20);
        HistoryPage page = search(query);
        assertThat(records.forget(topic, "order=2")).isEqualTo(60);
        assertThat(search(query.from(page.cursor())).records())
                .extracting(TaskRecord::id)
                .startsWith("b98", "b96")
                .hasSize(20);
        assertThat(records.forget(topic, "order=1")).isEqualTo(180);
        assertThat(ids(HistoryQuery.ALL)).isEmpty();
        assertThat(client.lrange(part(1), 0, -1)).containsOnly("").hasSize(360);
        assertThat(client.lrange(part(2), 0, -1)).containsOnly("").hasSize(480);
        assertThat(records.counts(topic.group(), List.of("t")).get(0).records()).isEqualTo(10);
        finished(2, "new", 0);
        assertThat(ids(HistoryQuery.ALL)).containsExactly("new");
    }

    @Test
    void clearShouldRemoveAllParts() {
        parts(3, 1_000);
        put("!t", "1");
        put("#u", "1:70:9:" + now + ":MISSED=1");
        IntStream.of(1, 2, 3).forEach(part -> finished(part, "a", 1));
        records.clear(topic, false);
        assertThat(client.hgetAll("{" + topic.group() + "}:RECORDED")).containsOnlyKeys("t", "#u");
        assertThat(client.exists(part(1), part(2), part(3))).isZero();
        parts(1, 1_000);
        records.clear(topic, true);
        assertThat(client.hgetAll("{" + topic.group() + "}:RECORDED")).containsOnlyKeys("#u");
    }
}
