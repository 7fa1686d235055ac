package io.delayqueue.internal.heartbeat;

import static io.delayqueue.history.RecordedOutcome.DEAD;
import static io.delayqueue.history.RecordedOutcome.FINISHED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.internal.codec.HeartbeatWriter;
import io.delayqueue.internal.codec.RunningTask;
import io.delayqueue.internal.history.HistoryRules;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.KeyOrder.OnRetry;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.monitor.AttemptDurations;
import io.delayqueue.monitor.InstanceCounters;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.InstanceTopic;
import io.delayqueue.monitor.LatenessHistogram;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.store.InstanceStore.Heartbeats;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heartbeats of an instance, written and read again. */
class HeartbeatsTests {

    private static final long NOW = 1_800_000_000_000L;

    private static final long STARTED = NOW - 60_000;

    private final WorkCounters work = new WorkCounters();

    private Set<String> schedules = Set.of();

    private Map<String, String> limits = Map.of();

    private List<RunningTask> progress = List.of();

    private Function<String, TopicOptions> options =
            topic -> TopicOptions.builder().concurrency(8).build();

    private final HeartbeatWriter writer = new HeartbeatWriter("host \"1\"", 42, STARTED, null);

    private static InstanceTopic topic(String name, int running, int waiting) {
        return new InstanceTopic(name, 8, running, waiting);
    }

    private String write(List<InstanceTopic> topics) {
        return write(writer, topics);
    }

    private String write(HeartbeatWriter writer, List<InstanceTopic> topics) {
        WorkCounters.Group done = work.of("g");
        return writer.write(
                true,
                false,
                schedules,
                limits,
                topics,
                progress,
                options,
                done.snapshot(),
                done.busiest(HeartbeatWriter.MAX_COUNTED));
    }

    private static String at(long time, String state) {
        return "{\"at\":" + time + "," + state.substring(1);
    }

    private static InstanceInfo read(String state) {
        return readAll(Map.of("i", at(NOW - 1_000, state))).get(0);
    }

    private static LatenessHistogram late(long millis, long count) {
        return new LatenessHistogram(
                new TreeMap<>(Map.of(LatenessHistogram.bucketOf(Duration.ofMillis(millis)), count)));
    }

    private static List<InstanceInfo> readAll(Map<String, String> heartbeats) {
        return HeartbeatReader.read("g", new Heartbeats(NOW, heartbeats));
    }

    @Test
    void whatIsWrittenShouldBeRead() {
        TopicName t = new TopicName("g", "t");
        TopicName u = new TopicName("g", "u");
        work.added(t, 3);
        work.added(u, 1);
        work.removed(u, 1);
        work.started(t, Duration.ofMillis(5));
        work.ran(t, Duration.ofMillis(500));
        work.ran(t, Duration.ofSeconds(1));
        work.ended(t, TaskOutcome.FINISHED);
        work.ended(t, TaskOutcome.RETRIED);
        work.ended(t, TaskOutcome.MISSED);
        work.ended(t, TaskOutcome.DEAD);
        work.ended(t, TaskOutcome.EXPIRED);
        work.ended(t, TaskOutcome.DROPPED);
        work.ended(t, TaskOutcome.RETURNED);
        InstanceCounters ofT =
                new InstanceCounters(3, 1, 2, 2, 0, late(5, 1), new AttemptDurations(2, Duration.ofMillis(1_500)));
        schedules = Set.of("weekly", "nightly");
        InstanceCounters ofU = new InstanceCounters(1, 0, 0, 0, 1, LatenessHistogram.EMPTY, AttemptDurations.NONE);
        assertThat(read(write(List.of(topic("t", 1, 2), topic("a", 0, 0)))))
                .isEqualTo(new InstanceInfo(
                        "g",
                        "i",
                        "host \"1\"",
                        42,
                        null,
                        Instant.ofEpochMilli(STARTED),
                        Instant.ofEpochMilli(NOW - 1_000),
                        false,
                        true,
                        false,
                        1,
                        Set.of("nightly", "weekly"),
                        2,
                        List.of(new InstanceTopic("a", 8, 0, 0), new InstanceTopic("t", 8, 1, 2)),
                        Map.of("a", Map.of("concurrency", 8), "t", Map.of("concurrency", 8)),
                        ofT.plus(ofU),
                        Map.of("t", ofT, "u", ofU)));
    }

    /** Instances of other versions read it, and count with the places in its lists. */
    @Test
    void beatShouldBeWrittenAsEver() {
        TopicName t = new TopicName("g", "t");
        work.added(t, 3);
        work.removed(t, 1);
        work.started(t, Duration.ofMillis(5));
        work.ended(t, TaskOutcome.FINISHED);
        work.started(new TopicName("g", "u"), Duration.ofSeconds(5));
        work.ended(new TopicName("g", "u"), TaskOutcome.DEAD);
        String start = "{\"host\":\"host \\\"1\\\"\",\"pid\":42,\"started\":1799999940000,\"pushing\":true,"
                + "\"layout\":[1,1],";
        String end = "\"counters\":[3,1,0,1,1,[{\"5\":1,\"71\":1}],[0,\"PT0S\"]],\"topicCounters\":{"
                + "\"t\":[3,1,0,0,1,[{\"5\":1}],[0,\"PT0S\"]],\"u\":[0,0,0,1,0,[{\"71\":1}],[0,\"PT0S\"]]}}";
        assertThat(write(List.of())).isEqualTo(start + "\"schedules\":[],\"topicCount\":0,\"topics\":[]," + end);
        schedules = Set.of("b", "a");
        assertThat(write(List.of(topic("a", 0, 0), topic("t", 1, 2))))
                .isEqualTo(
                        start + "\"schedules\":[\"a\",\"b\"],\"topicCount\":2,\"topics\":[[\"t\",8,1,2],[\"a\",8,0,0]],"
                                + "\"settings\":[{\"values\":{\"concurrency\":8},\"topics\":[0,1]}],"
                                + end);
        progress = List.of(
                new RunningTask("t", "42", 1795000000123456L, new Progress(3, 10, "of \"10\"")),
                new RunningTask("t", "7", 5, new Progress(1, 0, null)));
        schedules = Set.of();
        assertThat(write(List.of()))
                .isEqualTo(start + "\"schedules\":[],\"topicCount\":0,\"topics\":[],"
                        + "\"progress\":[[\"t\",\"42\",1795000000123456,[3,10,\"of \\\"10\\\"\"]],[\"t\",\"7\",5,[1,0,null]]],"
                        + end);
    }

    @Test
    void drainShouldBeWrittenWhileItLasts() {
        WorkCounters.Group done = work.of("g");
        String state =
                writer.write(false, true, schedules, limits, List.of(), progress, options, done.snapshot(), Map.of());

        assertThat(state).contains("\"pushing\":false,\"draining\":true,\"layout\":[1,1],");
        assertThat(read(state).draining()).isTrue();
        assertThat(read(write(List.of())).draining()).isFalse();
    }

    @Test
    void versionShouldBeWrittenIfItIsKnown() {
        String state = write(new HeartbeatWriter("h", 42, STARTED, "1.2.3"), List.of());

        assertThat(state).contains("\"layout\":[1,1],\"version\":\"1.2.3\",\"schedules\":[],");
        assertThat(read(state).version()).isEqualTo("1.2.3");
        assertThat(read("{\"version\":{\"major\":1},\"pid\":42}"))
                .satisfies(other -> assertThat(other.version()).isNull())
                .satisfies(other -> assertThat(other.pid()).isEqualTo(42));
    }

    @Test
    void durationsShouldBeWrittenAfterTheFirstAttempt() {
        work.started(new TopicName("g", "t"), Duration.ofMillis(5));
        work.ran(new TopicName("g", "t"), Duration.ofNanos(1_234_567));
        assertThat(write(List.of())).contains("\"topicCounters\":{\"t\":[0,0,0,0,0,[{\"5\":1}],[1,\"PT0.001234S\"]]}");
        assertThat(read(write(List.of())).counters().durations())
                .isEqualTo(new AttemptDurations(1, Duration.ofNanos(1_234_000)));
    }

    @Test
    void silenceOfThirtySecondsShouldBeGone() {
        String state = write(List.of());
        assertThat(readAll(Map.of(
                        "b", at(NOW - 30_000, state),
                        "a", at(NOW - 29_999, state),
                        "c", at(NOW + 1, state))))
                .extracting(InstanceInfo::instance, InstanceInfo::gone)
                .containsExactly(tuple("a", false), tuple("b", true), tuple("c", false));
    }

    @Test
    void whatAnotherVersionOrAHandWroteShouldNotHideTheOthers() {
        assertThat(readAll(Map.of(
                        "hand",
                        "what a hand has written",
                        "null",
                        "null",
                        "gaps",
                        "{\"host\":null,\"pid\":null,\"schedules\":[null,\"s\"],\"topics\":[null,[\"t\",1],[]],"
                                + "\"settings\":[null,{\"values\":{\"ttr\":\"PT1M\",\"sun\":[1.5]},\"topics\":[1,0,-1,2,3]}],"
                                + "\"counters\":[1,null,3,4,5,[{}],[null,\"PT0S\"]],"
                                + "\"topicCounters\":{\"t\":null}}",
                        "list",
                        "[]",
                        "old",
                        "{\"at\":" + NOW + "}",
                        "new",
                        "{\"at\":" + NOW + ",\"sun\":true,\"topics\":[[\"t\",1,2,3,4]],"
                                + "\"counters\":[1,2,3,4,5,[{\"1\":2},6],[0,\"PT0S\",7],{\"moon\":8}]}")))
                .satisfiesExactly(
                        gaps -> {
                            assertThat(gaps.host()).isEmpty();
                            assertThat(gaps.topics()).containsExactly(new InstanceTopic("t", 1, 0, 0));
                            assertThat(gaps.settings())
                                    .isEqualTo(
                                            Map.of("t", Map.of("ttr", "PT1M", "sun", List.of(new BigDecimal("1.5")))));
                            assertThat(gaps.counters().added()).isOne();
                            assertThat(gaps.topicCounters()).isEmpty();
                            assertThat(gaps.schedules()).containsExactly("s");
                        },
                        later -> {
                            assertThat(later.instance()).isEqualTo("new");
                            assertThat(later.topics()).containsExactly(new InstanceTopic("t", 1, 2, 3));
                            assertThat(later.counters())
                                    .isEqualTo(new InstanceCounters(1, 2, 3, 4, 5, late(1, 2), AttemptDurations.NONE));
                        },
                        old -> assertThat(old.counters()).isEqualTo(InstanceCounters.NONE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"host\":{\"name\":\"h\"}",
                "\"pid\":\"many\"",
                "\"pid\":1.5e300",
                "\"started\":[1]",
                "\"pushing\":{}",
                "\"schedules\":{}",
                "\"topicCount\":\"two\"",
                "\"topics\":\"t\"",
                "\"topics\":[5]",
                "\"progress\":5",
                "\"progress\":[5]",
                "\"progress\":[[1,{}]]",
                "\"settings\":5",
                "\"settings\":[5]",
                "\"settings\":[{\"topics\":{}}]",
                "\"settings\":[{\"topics\":[\"t\"]}]",
                "\"settings\":[{\"values\":[],\"topics\":[]}]",
                "\"settings\":[{\"values\":{}}]",
                "\"counters\":5",
                "\"counters\":\"none\"",
                "\"counters\":[]",
                "\"counters\":{\"counts\":[1]}",
                "\"counters\":[1,2,3,4,5]",
                "\"counters\":[1,2,3,4,5,[{\"900\":1}],[0,\"PT0S\"]]",
                "\"counters\":[1,2,3,4,5,[{\"-1\":1}],[0,\"PT0S\"]]",
                "\"counters\":[1,2,3,4,5,[{\"1\":null}],[0,\"PT0S\"]]",
                "\"counters\":[1,2,3,4,5,[],[0,\"PT0S\"]]",
                "\"counters\":[1,2,3,4,5,[{}],[1]]",
                "\"counters\":[1,\"two\",3,4,5,[{}],[0,\"PT0S\"]]",
                "\"topicCounters\":[{}]",
                "\"topicCounters\":{\"t\":[1,2,3,4,5,7]}"
            })
    void fieldOfAnotherTypeShouldNotHideTheOthers(String field) {
        String name = field.substring(1, field.indexOf(':') - 1);
        String other = name.equals("host") ? "\"pid\":42" : "\"host\":\"h\"";
        InstanceInfo read = read("{" + field + "," + other + "}");
        assertThat(read.seenAt()).isEqualTo(Instant.ofEpochMilli(NOW - 1_000));
        assertThat(read).isEqualTo(read("{" + other + "}"));
    }

    @Test
    void severalFieldsOfOtherTypesShouldNotHideTheOthers() {
        assertThat(read("{\"pid\":[],\"host\":\"h\",\"topics\":1,\"counters\":true}")
                        .host())
                .isEqualTo("h");
    }

    /** Of ten thousand topics with the longest names, each with attempts in every bucket and counts of many digits. */
    @Test
    void beatShouldStaySmallWhateverThereIsToTell() {
        List<InstanceTopic> topics = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            TopicName name = new TopicName(
                    "g", "t" + i + "x".repeat(127 - String.valueOf(i).length()));
            topics.add(new InstanceTopic(name.topic(), 1_000, i % 1_000, i));
            work.added(name, Integer.MAX_VALUE);
            work.removed(name, Integer.MAX_VALUE);
            work.ran(name, Duration.ofDays(36_500).plusNanos(999_999_000));
            if (i < 100) {
                for (int bucket = 0; bucket < LatenessHistogram.buckets(); bucket++) {
                    work.started(name, LatenessHistogram.lowerBound(bucket));
                    work.ended(name, TaskOutcome.FINISHED);
                }
            }
        }
        options = topic -> TopicOptions.builder()
                .ttr(Duration.ofSeconds(Long.parseLong(topic.replaceAll("\\D", "")) + 1))
                .build();
        String state = write(new HeartbeatWriter("ö".repeat(255), Long.MAX_VALUE, STARTED, "1".repeat(255)), topics);
        assertThat(state.getBytes(UTF_8).length).isLessThanOrEqualTo(HeartbeatWriter.MAX_BYTES);
        InstanceInfo read = read(state);
        assertThat(read.topicCount()).isEqualTo(10_000);
        assertThat(read.topics()).hasSizeGreaterThan(40).hasSizeLessThanOrEqualTo(HeartbeatWriter.MAX_TOPICS);
        assertThat(read.settings()).hasSizeGreaterThan(40).hasSizeLessThanOrEqualTo(HeartbeatWriter.MAX_TOPICS);
        assertThat(read.topicCounters()).hasSizeGreaterThan(1).hasSizeLessThanOrEqualTo(HeartbeatWriter.MAX_COUNTED);
        assertThat(read.counters().added()).isEqualTo(10_000L * Integer.MAX_VALUE);
        assertThat(read.counters().lateness().total()).isEqualTo(100L * LatenessHistogram.buckets());
    }

    /** Of a thousand topics the names of the busiest ones alone are a quarter of the bytes. */
    @Test
    void optionsOfManyTopicsShouldBeWrittenOnceForEachKind() {
        options = topic -> TopicOptions.builder()
                .concurrency(8)
                .ttr(topic.endsWith("0") ? Duration.ofMinutes(5) : null)
                .maxAttempts(Integer.MAX_VALUE)
                .limits(TopicLimits.NONE)
                .build();
        String state = write(IntStream.range(0, 1_000)
                .mapToObj(i -> topic("cancel-unpaid-" + i, 0, 0))
                .toList());
        assertThat(state)
                .contains("{\"values\":{\"concurrency\":8},\"topics\":[1,4,5,6")
                .hasSizeLessThan(7_000);
        assertThat(read(state).settings())
                .hasSize(HeartbeatWriter.MAX_TOPICS)
                .containsEntry("cancel-unpaid-1", Map.of("concurrency", 8))
                .containsEntry("cancel-unpaid-10", Map.of("concurrency", 8, "ttr", "PT5M"));
    }

    @Test
    void eachOptionShouldBeReadAsAValueOfJson() {
        options = topic -> TopicOptions.builder()
                .concurrency(4)
                .ttr(Duration.ofMinutes(5))
                .maxAttempts(7)
                .retryPolicy(ExponentialBackoff.DEFAULT)
                .noRetryFor(Set.of(IllegalStateException.class, IllegalArgumentException.class))
                .retryFor(Duration.ofDays(1))
                .within(Duration.ofHours(1))
                .whenExpired(WhenExpired.DROP)
                .limits(new TopicLimits(3, Rate.valueOf("100/s"), Set.of("stripe")))
                .keyOrder(new KeyOrder(2, OnRetry.LET_PASS))
                .history(HistoryRule.of(Duration.ofDays(7), 64 << 20).outcomes(DEAD, FINISHED))
                .build();
        assertThat(read(write(List.of(topic("t", 0, 0)))).settings().get("t"))
                .isEqualTo(Map.ofEntries(
                        Map.entry("concurrency", 4),
                        Map.entry("ttr", "PT5M"),
                        Map.entry("maxAttempts", 7),
                        Map.entry(
                                "retryPolicy",
                                Map.of(
                                        "initial",
                                        "PT1S",
                                        "multiplier",
                                        new BigDecimal("2.0"),
                                        "max",
                                        "PT10M",
                                        "jitter",
                                        new BigDecimal("0.2"))),
                        Map.entry(
                                "noRetryFor",
                                List.of("java.lang.IllegalArgumentException", "java.lang.IllegalStateException")),
                        Map.entry("retryFor", "PT24H"),
                        Map.entry("within", "PT1H"),
                        Map.entry("whenExpired", "DROP"),
                        Map.entry(
                                "limits", Map.of("globalConcurrency", 3, "rate", "100/s", "names", List.of("stripe"))),
                        Map.entry(
                                "history",
                                Map.of(
                                        "maxAge",
                                        "PT168H",
                                        "maxSize",
                                        64 << 20,
                                        "payload",
                                        false,
                                        "result",
                                        false,
                                        "outcomes",
                                        List.of("FINISHED", "DEAD"))),
                        Map.entry("keyOrder", Map.of("concurrency", 2, "onRetry", "LET_PASS"))));

        RetryPolicy own = failedAttempts -> Duration.ZERO;
        options = topic -> TopicOptions.builder()
                .batch(new BatchOptions(100, 20, Duration.ofSeconds(2)))
                .retryPolicy(own)
                .build();
        assertThat(read(write(List.of(topic("t", 0, 0)))).settings().get("t"))
                .isEqualTo(Map.of(
                        "batch", Map.of("size", 100, "least", 20, "longestWait", "PT2S"),
                        "retryPolicy", own.getClass().getName()));
    }

    /** A part of them would make the others look as if they were not declared. */
    @Test
    void schedulesShouldBeReportedIfAllFit() {
        schedules = schedules(110);
        assertThat(read(write(List.of())).schedules()).isEqualTo(schedules);
        schedules = schedules(1_000);
        assertThat(read(write(List.of())).schedules()).isNull();
        assertThat(read("{\"pid\":42}").schedules()).as("of an earlier version").isNull();
    }

    @Test
    void limitsOfOthersThatLiveShouldBeRead() {
        limits = new TreeMap<>(Map.of("%stripe", "8|100/s|20", "t", "stripe"));
        String state = write(List.of());
        assertThat(state).contains("\"limits\":{\"%stripe\":\"8|100/s|20\",\"t\":\"stripe\"},");
        Heartbeats all = new Heartbeats(
                NOW,
                Map.of(
                        "mine", at(NOW, state),
                        "live", at(NOW - 29_999, state),
                        "gone", at(NOW - 30_000, state),
                        "edited", "soon"));
        assertThat(HeartbeatReader.limits("g", all, "mine")).containsExactly(limits);
        assertThat(HeartbeatReader.limits("g", all, "none")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"t\":{}}", "{\"t\":[\"a\"]}", "[]", "\"t\"", "null"})
    void limitsThatCannotBeReadShouldBeNone(String limits) {
        String state = "{\"at\":" + NOW + ",\"pid\":42,\"limits\":" + limits + "}";
        Heartbeats all = new Heartbeats(NOW, Map.of("i", state));
        assertThat(HeartbeatReader.limits("g", all, "none")).isEmpty();
        assertThat(HeartbeatReader.read("g", all)).singleElement().returns(42L, InstanceInfo::pid);
    }

    /** Limits that are left out lose their protection from other versions, and nothing else. */
    @Test
    void limitsShouldBeReportedAsFarAsTheyFit() {
        limits = limits(100);
        Heartbeats all = new Heartbeats(NOW, Map.of("i", at(NOW, write(List.of()))));
        assertThat(HeartbeatReader.limits("g", all, "none")).containsExactly(limits);
        limits = limits(1_000);
        all = new Heartbeats(NOW, Map.of("i", at(NOW, write(List.of()))));
        assertThat(HeartbeatReader.limits("g", all, "none")).singleElement().satisfies(some -> {
            assertThat(some).hasSizeBetween(90, 200);
            assertThat(limits.entrySet()).containsAll(some.entrySet());
        });
    }

    @Test
    void historiesShouldLeaveRoomForLimits() {
        limits = new HashMap<>(Map.of("%stripe", "8|100/s|20", "topic", "stripe"));
        IntStream.range(0, 1_000).forEach(i -> limits.put(HistoryRules.HISTORY + "t" + i, "604800000|67108864||"));
        Heartbeats all = new Heartbeats(NOW, Map.of("i", at(NOW, write(List.of()))));
        assertThat(HeartbeatReader.limits("g", all, "none")).singleElement().satisfies(some -> assertThat(some)
                .containsKeys("%stripe", "topic")
                .hasSizeBetween(50, 200));
    }

    private static TaskInfo found(String id, @Nullable String instance, @Nullable Instant reservedAt) {
        return new TaskInfo(
                new TopicName("g", "t"),
                id,
                TaskState.RESERVED,
                Instant.EPOCH,
                null,
                2,
                null,
                null,
                instance,
                reservedAt,
                Task.Options.NONE,
                null,
                List.of());
    }

    private static @Nullable Progress progress(TaskInfo task, Map<String, String> heartbeats) {
        return HeartbeatReader.progress(task, new Heartbeats(NOW, heartbeats));
    }

    @Test
    void progressShouldBeReadOfTheDeliveryThatWasFoundOnly() {
        Instant reservedAt = Instant.ofEpochMilli(NOW);
        Instant before = reservedAt.minusMillis(1);
        progress = List.of(
                new RunningTask("t", "42", NOW * 1_000 - 1, new Progress(9, 10, "former attempt")),
                new RunningTask("t", "7", NOW * 1_000 + 999, new Progress(1, 2, "other task")),
                new RunningTask("t", "42", NOW * 1_000 + 999, new Progress(3, 10, null)));
        Map<String, String> all = Map.of("i", at(NOW, write(List.of())), "hand", "soon", "old", "{\"at\":" + NOW + "}");

        assertThat(progress(found("42", "i", reservedAt), all)).isEqualTo(new Progress(3, 10, null));
        assertThat(progress(found("42", "i", before), all)).isEqualTo(new Progress(9, 10, "former attempt"));
        assertThat(progress(found("42", "i", reservedAt.plusMillis(1)), all)).isNull();
        for (String other : List.of("j", "hand", "old")) {
            assertThat(progress(found("42", other, reservedAt), all)).isNull();
        }
    }

    @Test
    void progressOfALaterVersionShouldBeReadAndThatOfAHandPassedOver() {
        String state =
                "{\"progress\":[null,[],[\"t\"],[\"t\",\"42\"," + NOW * 1_000 + ",[3,10,\"x\",8],{\"moon\":8}]]}";
        assertThat(progress(found("42", "i", Instant.ofEpochMilli(NOW)), Map.of("i", at(NOW, state))))
                .isEqualTo(new Progress(3, 10, "x"));
    }

    @Test
    void progressShouldBeOfTheTwentyTasksThatReportedLast() {
        progress = IntStream.range(0, 30)
                .mapToObj(i -> new RunningTask("t", "id-" + i, NOW * 1_000, new Progress(i, 30, "ö".repeat(80))))
                .toList();
        Map<String, String> all = Map.of("i", at(NOW, write(List.of(topic("t", 30, 0)))));

        assertThat(IntStream.range(0, 30)
                        .filter(i -> progress(found("id-" + i, "i", Instant.ofEpochMilli(NOW)), all) != null))
                .containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
    }

    @Test
    void beatShouldStaySmallWhateverIsDeclared() {
        progress = IntStream.range(0, 30)
                .mapToObj(i ->
                        new RunningTask("t".repeat(128), "i".repeat(256), NOW, new Progress(i, 30, "😀".repeat(80))))
                .toList();
        limits = limits(100);
        schedules = schedules(110);
        String state = write(new HeartbeatWriter("ö".repeat(255), Long.MAX_VALUE, STARTED, "1".repeat(255)), List.of());
        assertThat(state.getBytes(UTF_8).length).isLessThanOrEqualTo(HeartbeatWriter.MAX_BYTES);
    }

    private static Map<String, String> limits(int count) {
        return IntStream.range(0, count)
                .boxed()
                .collect(Collectors.toMap(i -> "%limit-of-a-partner-" + i, i -> "8|100/s|20"));
    }

    private static Set<String> schedules(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "report-of-the-department-" + (1_000 + i))
                .collect(Collectors.toSet());
    }

    /** As names and latenesses usually are. */
    @Test
    void usualTopicsShouldAllBeReported() {
        List<InstanceTopic> topics = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            TopicName name = new TopicName("g", "cancel-unpaid-" + i);
            topics.add(topic(name.topic(), i % 2, 0));
            work.added(name, i);
            for (int late = 0; late < 12; late++) {
                work.started(name, Duration.ofMillis(late));
            }
        }
        InstanceInfo read = read(write(topics));
        assertThat(read.topics()).hasSize(HeartbeatWriter.MAX_TOPICS).allMatch(topic -> topic.running() == 1);
        assertThat(read.topicCounters()).hasSize(HeartbeatWriter.MAX_COUNTED).containsKey("cancel-unpaid-999");
    }

    @Test
    void topicsThatHaveMostToDoLatelyShouldBeCounted() {
        TopicName early = new TopicName("g", "early");
        TopicName late = new TopicName("g", "late");
        TopicName little = new TopicName("g", "little");
        work.added(early, 1_000);
        assertThat(work.of("g").busiest(1)).containsOnlyKeys("early");
        for (int i = 0; i < 20; i++) {
            work.added(late, 20);
            work.added(little, 1);
            assertThat(work.of("g").busiest(3)).containsOnlyKeys("early", "late", "little");
        }
        assertThat(work.of("g").busiest(2).keySet()).containsExactly("late", "early");
        // Without anything new nothing moves.
        for (int i = 0; i < 100; i++) {
            assertThat(work.of("g").busiest(2).keySet()).containsExactly("late", "early");
        }
        assertThat(work.of("g").busiest(2).get("early").added()).isEqualTo(1_000);
    }

    @Test
    void countersShouldBeginAtZeroWhenReset() {
        work.added(new TopicName("g", "t"), 1);
        assertThat(work.groups()).containsExactly("g");
        work.reset();
        assertThat(work.groups()).isEmpty();
        assertThat(work.of("g").snapshot()).isEqualTo(InstanceCounters.NONE);
    }
}
