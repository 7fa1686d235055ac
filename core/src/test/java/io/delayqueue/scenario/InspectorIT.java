package io.delayqueue.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.limit.Limit;
import io.delayqueue.monitor.AuditFinding;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.monitor.AuditFinding.Outcome;
import io.delayqueue.monitor.AuditReport;
import io.delayqueue.redis.GroupAudit;
import io.delayqueue.store.AuditStore.Flaw;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TestTasks;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.UnifiedJedis;

/** Each thing that can be wrong, done by hand beside a task in every state: found, reported, repaired, and nothing else touched. */
@ParameterizedClass
@EnumSource(Site.class)
class InspectorIT extends BackendFixture {

    /** Part of a score that marks a task of which a delivery or a failure may be known. */
    private static final double HISTORY = 0.125;

    private static final List<String> OTHERS = List.of("delayed", "ready", "reserved", "dead");

    private final UnifiedJedis client;

    private final Ledger ledger = new Ledger();

    @AutoClose
    private final DelayQueueEngine engine;

    private final String start = "{" + group + "}:";

    InspectorIT(Site site) {
        super(site.backend());
        this.client = site.client();
        this.engine = DelayQueueEngine.builder(backend)
                .callback(TestEngines.topicCallback(group, ledger, TopicOptions.DEFAULT))
                .build();
    }

    @BeforeEach
    void oneTaskInEveryState() {
        engine.register().registerTopic(group, "t");
        inEveryState();
    }

    private static AuditFinding finding(Kind kind, @Nullable String topic, @Nullable String id, String description) {
        return new AuditFinding(kind, topic, id, description, Outcome.FOUND, null);
    }

    private static AuditFinding with(AuditFinding finding, Outcome outcome, String action) {
        return new AuditFinding(finding.kind(), finding.topic(), finding.id(), finding.description(), outcome, action);
    }

    /** Breaks something; it must be all that is found, and be repaired, and that must be all that changes. */
    private void repairs(Runnable breaking, String action, AuditFinding... findings) {
        List<TaskInfo> others = store().find(group, OTHERS);
        breaking.run();
        AuditReport found = engine.inspector().audit(group);
        assertThat(found.findings()).containsExactlyInAnyOrder(findings);
        assertThat(found.total()).isEqualTo(findings.length);
        assertThat(found.repaired()).isZero();
        assertThat(found.isClean()).isFalse();
        assertThat(engine.inspector().audit(group))
                .as("an audit changes nothing")
                .isEqualTo(found);
        AuditReport repaired = engine.inspector().repair(group);
        assertThat(repaired.findings())
                .extracting(AuditFinding::description)
                .containsExactlyInAnyOrderElementsOf(
                        found.findings().stream().map(AuditFinding::description).toList());
        assertThat(repaired.findings()).extracting(AuditFinding::outcome).containsOnly(Outcome.REPAIRED);
        assertThat(repaired.findings()).extracting(AuditFinding::action).containsOnly(action);
        assertThat(repaired.repaired()).isEqualTo(findings.length);
        assertClean();
        assertThat(store().find(group, OTHERS)).as("the others").isEqualTo(others);
    }

    private void assertClean() {
        AuditReport report = engine.inspector().audit(group);
        assertThat(report.findings()).isEmpty();
        assertThat(report.isClean()).isTrue();
        new GroupAudit(client, group).check();
    }

    private void delivers(String... ids) {
        List.of(ids).forEach(ledger::added);
        // The fixture has pushed, and its claim would have to end first.
        store().resign(group, "i");
        engine.start();
        await().until(() -> ledger.lost().isEmpty());
        await().until(() -> store().find(group, List.of(ids)).stream().noneMatch(task -> task != null));
    }

    @Test
    void aGroupInOrderIsClean() {
        AuditReport report = engine.inspector().audit(group);
        assertThat(report).isEqualTo(new AuditReport(group, 4, 4, 0, 0, List.of()));
        assertThat(engine.inspector().repair(group)).isEqualTo(report);
        assertClean();
    }

    @Test
    void aGroupThatNeverWasIsClean() {
        assertThat(engine.inspector().repair(group + "-none"))
                .isEqualTo(new AuditReport(group + "-none", 0, 0, 0, 0, List.of()));
    }

    @Test
    void aTaskThatIsNowhereIsDelayedUntilItsTime() {
        long[] due = new long[1];
        repairs(
                () -> due[0] = nowhere("a"),
                "delayed until its due time",
                finding(Kind.TASK_NOWHERE, "t", "a", "The task a of topic t is in no state and will never run"));
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
        assertThat(find("a").dueAt().toEpochMilli()).isEqualTo(due[0]);
        assertThat(client.zscore(start + "WAITING:t", "a")).isEqualTo(due[0] + HISTORY);
        delivers("a");
        ledger.assertEachRanOnce();
    }

    @Test
    void aTaskThatIsNowhereKeepsItsPriority() {
        long due = nowhere("a");
        client.hset(start + "DETAIL", "a", "[" + due + ",\"t\",{\"priority\":\"LOW\"},{\"priority\":\"HIGH\"}]");
        engine.inspector().repair(group);
        assertThat(client.zscore(start + "WAITING:t", "a")).isEqualTo(due + 0.25 + HISTORY);
    }

    @Test
    void aTaskInSeveralStatesStaysWhereItIsFurthestOn() {
        String[] places = {"RESERVED:t", "CONSUMING:t:HIGH", "CONSUMING:t", "CONSUMING:t:LOW", "WAITING:t", "DEAD:t"};
        String[] states = {"reserved", "ready", "ready", "ready", "delayed", "dead"};
        for (int first = 0; first < places.length; first++) {
            for (int second = first + 1; second < places.length; second++) {
                String id = "a" + first + second;
                nowhere(id);
                client.hset(start + "DELIVERIES", id, "7:1:i");
                String[] two = {places[first], places[second]};
                repairs(
                        () -> List.of(two).forEach(place -> putInto(place, id)),
                        "left " + states[first] + " only",
                        finding(
                                Kind.TASK_IN_SEVERAL_STATES,
                                "t",
                                id,
                                "The task " + id + " of topic t is in several states: " + states[first] + ", "
                                        + states[second]));
                assertThat(find(id).state()).hasToString(states[first].toUpperCase(Locale.ROOT));
            }
        }
        // Reserved ones belong to an instance that does not exist; their leases end 1 second after they were put there.
        delivers("a01", "a05", "a12", "a13", "a14", "a23", "a35", "a45");
    }

    /** Adds a task that is due soon, and loses it. */
    private long nowhere(String id) {
        long due = add(id, 300).dueAt();
        client.zrem(start + "WAITING:t", id);
        return due;
    }

    private void putInto(String place, String id) {
        long delay = place.equals("RESERVED:t") ? 1_000 : 300;
        client.zadd(start + place, storeMillis() + delay, id);
    }

    @Test
    void aLeaseOfNobodyEndsAtOnce() {
        nowhere("a");
        repairs(
                () -> putInto("RESERVED:t", "a"),
                "made ready",
                finding(Kind.LEASE_WITHOUT_DELIVERY, "t", "a", "The task a of topic t is reserved without a delivery"));
        assertThat(find("a").state()).isEqualTo(TaskState.READY);
        delivers("a");
    }

    @Test
    void pausedTaskShouldBeRepairedToWaitUntilItIsResumed() {
        for (String place : List.of("", "RESERVED:t")) {
            for (String delivery : List.of("", "7:0:i:1.125", "7:1:i")) {
                long due = nowhere("a");
                client.hset(
                        start + "DETAIL", "a", "[" + due + ",\"t\",1,{\"repeat\":{\"rate\":10000},\"paused\":true}]");
                if (!place.isEmpty()) {
                    putInto(place, "a");
                } else if (!delivery.isEmpty()) {
                    client.hset(start + "DELIVERIES", "a", delivery);
                }
                assertThat(engine.inspector().repair(group).repaired()).isEqualTo(1);
                boolean goesOn = place.isEmpty() && delivery.equals("7:1:i");
                assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
                assertThat(find("a").stateUntil()).isEqualTo(goesOn ? Instant.ofEpochMilli(due) : null);
                store().remove(group, List.of("a"));
                assertClean();
            }
        }
    }

    @Test
    void aMemberWithoutATaskIsRemovedWhereverItIs() {
        repairs(() -> client.zadd(start + "WAITING:t", 1_999_000_000_000D, "ghost"), "removed", withoutTask("delayed"));
        repairs(
                () -> client.zadd(start + "RESERVED:t", 1_999_000_000_000D, "ghost"),
                "removed",
                withoutTask("reserved"));
        for (String level : List.of("", ":HIGH", ":LOW")) {
            repairs(() -> client.zadd(start + "CONSUMING:t" + level, 1, "ghost"), "removed", withoutTask("ready"));
        }
        repairs(() -> client.zadd(start + "DEAD:t", 1, "ghost"), "removed", withoutTask("dead"));
    }

    private static AuditFinding withoutTask(String state) {
        return finding(
                Kind.MEMBER_WITHOUT_TASK,
                "t",
                "ghost",
                "Among the " + state + " tasks of topic t is ghost, and there is no such task");
    }

    @Test
    void aMemberOfAnotherTopicIsRemovedWhereverItIs() {
        engine.register().registerTopic(group, "u");
        add("a", 300);
        repairs(
                () -> {
                    client.zadd(start + "TOPICS", 1, "u");
                    client.zadd(start + "WAITING:u", 1_999_000_000_000D, "a");
                },
                "removed",
                ofOtherTopic("delayed"));
        repairs(() -> client.zadd(start + "CONSUMING:u:LOW", 1, "a"), "removed", ofOtherTopic("ready"));
        repairs(() -> client.zadd(start + "DEAD:u", 1, "a"), "removed", ofOtherTopic("dead"));
        delivers("a");
    }

    private static AuditFinding ofOtherTopic(String state) {
        return finding(
                Kind.MEMBER_OF_OTHER_TOPIC,
                "u",
                "a",
                "Among the " + state + " tasks of topic u is a, whose topic is t");
    }

    @Test
    void aTaskThatIsListedUnderAnotherTopicOnlyComesBack() {
        nowhere("a");
        client.zadd(start + "TOPICS", 1, "u");
        client.zadd(start + "WAITING:u", 1_999_000_000_000D, "a");
        assertThat(engine.inspector().repair(group).findings())
                .extracting(AuditFinding::kind, AuditFinding::outcome)
                .containsExactly(
                        tuple(Kind.TASK_NOWHERE, Outcome.REPAIRED),
                        tuple(Kind.MEMBER_OF_OTHER_TOPIC, Outcome.REPAIRED));
        assertClean();
        delivers("a");
    }

    @Test
    void whatIsNoTaskIsLeft() {
        client.hset(start + "DETAIL", "x", "[\"t\"]");
        AuditFinding found = finding(
                Kind.TASK_UNREADABLE,
                null,
                "x",
                "The entry of x is not a task: it does not begin with a due time and a topic");
        assertThat(engine.inspector().audit(group).findings()).containsExactly(found);
        AuditReport repaired = engine.inspector().repair(group);
        assertThat(repaired.findings())
                .containsExactly(with(found, Outcome.LEFT, "nothing: remove it by its id if it is not needed"));
        assertThat(repaired.repaired()).isZero();
        assertThat(client.hget(start + "DETAIL", "x")).isEqualTo("[\"t\"]");
        engine.service().removeTask(group, "x");
        assertClean();
    }

    @Test
    void whatIsLeftOfATaskIsRemoved() {
        repairs(
                () -> client.hset(start + "DELIVERIES", "ghost", "7:1:i"),
                "removed",
                finding(
                        Kind.DELIVERY_WITHOUT_TASK,
                        null,
                        "ghost",
                        "A delivery of ghost is recorded, and there is no such task"));
        repairs(
                () -> client.hset(start + "ERRORS", "ghost", "{}"),
                "removed",
                finding(
                        Kind.ERROR_WITHOUT_TASK,
                        null,
                        "ghost",
                        "A failure of ghost is recorded, and there is no such task"));
        repairs(
                () -> client.zadd(start + "REPEATS", 0, "ghost"),
                "removed",
                finding(
                        Kind.REPEAT_WITHOUT_TASK,
                        null,
                        "ghost",
                        "Among the repeating tasks is ghost, and there is no such task"));
        repairs(
                () -> client.zadd(start + "TAGS", 0, "order=42\0ghost"),
                "removed",
                finding(
                        Kind.TAG_WITHOUT_TASK,
                        null,
                        "ghost",
                        "Among the tasks with the tag order=42 is ghost, and there is no such task with the tag"));
        repairs(
                () -> client.zadd(start + "RETRYING:t", 1_795_000_000_000D, "ghost"),
                "removed",
                finding(
                        Kind.RETRYING_WITHOUT_TASK,
                        "t",
                        "ghost",
                        "Among the retried tasks of topic t is ghost, and there is no such task"));
    }

    @Test
    void aTaskThatIsNotFoundByItsTagsIsAddedToTheIndex() {
        byte[] detail = "\"t:key\\torder=42\\tcustomer=7\",1]".getBytes(UTF_8);
        store().add(group, List.of(TestTasks.task("t", "tagged", 3_600_000, true, detail)));
        AuditFinding missing = finding(
                Kind.TASK_WITHOUT_TAG, "t", "tagged", "The task tagged of topic t is not found by each of its tags");
        repairs(() -> client.zrem(start + "TAGS", "customer=7\0tagged"), "added to the index of tags", missing);
        repairs(() -> client.del(start + "TAGS"), "added to the index of tags", missing);
        assertThat(store().find(group, List.of("tagged"))).doesNotContainNull();
        Flaw repaired = new Flaw(Kind.TASK_WITHOUT_TAG, "t", "tagged", List.of(TaskState.DELAYED), null);
        assertThat(backend.audit().repair(group, repaired))
                .as("a second repair")
                .isFalse();
    }

    @Test
    void aTopicThatIsCheckedTooLateIsCheckedInTime() {
        AuditFinding late = finding(
                Kind.TOPIC_CHECKED_TOO_LATE,
                "t",
                null,
                "The delayed tasks of topic t are checked later than the first one needs");
        AuditFinding lateLeases = finding(
                Kind.TOPIC_CHECKED_TOO_LATE,
                "t",
                null,
                "The reserved tasks of topic t are checked later than the first one needs");
        engine.inspector().audit(group);
        for (double time : new double[] {1_999_000_000_000D, Double.POSITIVE_INFINITY}) {
            client.zadd(start + "TOPICS", time, "t");
            assertThat(engine.inspector().audit(group).findings()).containsExactlyInAnyOrder(late, lateLeases);
            assertThat(engine.inspector().repair(group).repaired()).isPositive();
            assertClean();
        }
        add("a", 300);
        client.zrem(start + "TOPICS", "t");
        assertThat(engine.inspector().repair(group).repaired()).isPositive();
        delivers("a");
    }

    @Test
    void limitThatIsMissingIsRemovedFromItsTopic() {
        backend.limits()
                .declare(
                        group,
                        new Declaration(List.of(), Map.of("t", new LeaseRule(List.of("stripe"), null, 1, 0))),
                        null);
        AuditReport repaired = engine.inspector().repair(group);
        assertThat(repaired.findings()).hasSize(1).allSatisfy(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.LIMIT_MISSING);
            assertThat(finding.topic()).isEqualTo("t");
            assertThat(finding.outcome()).isEqualTo(Outcome.REPAIRED);
        });
        assertClean();
    }

    /** Instances act on signals alone. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"MEMBER_WITHOUT_TASK", "MEMBER_OF_OTHER_TOPIC", "LEASE_WITHOUT_DELIVERY"})
    void placeOfALimitThatABrokenLeaseTakesIsFreeAfterTheRepair(Kind kind) {
        TopicName other = new TopicName(group, "u");
        engine.register().registerTopic(group, "u");
        Limit limit = Limit.of(group, "shared").concurrency(2);
        Map<String, LeaseRule> limited = Map.of(
                "t", new LeaseRule(List.of("shared"), null, 1, 0), "u", new LeaseRule(List.of("shared"), null, 1, 0));
        backend.limits().declare(group, new Declaration(List.of(limit), limited), (key, text) -> false);
        add(TestTasks.task("u", "waits", 0, true, detail("u", "waits")));
        pushAll();
        if (kind == Kind.LEASE_WITHOUT_DELIVERY) {
            nowhere("a");
        } else if (kind == Kind.MEMBER_OF_OTHER_TOPIC) {
            add(TestTasks.task("u", "a", 60_000, true, detail("u", "a")));
        }
        client.zadd(start + "RESERVED:t", storeMillis() + 60_000, "a");
        assertThat(store().reserve(other, "i", LEASE, 1).tasks()).isEmpty();
        assertThat(client.llen(start + "SIGNAL:u")).isZero();
        assertThat(engine.inspector().repair(group).findings())
                .extracting(AuditFinding::kind, AuditFinding::outcome)
                .containsExactly(tuple(kind, Outcome.REPAIRED));
        assertThat(client.llen(start + "SIGNAL:u")).isOne();
        assertThat(store().reserve(other, "i", LEASE, 1).tasks()).hasSize(1);
        assertThat(backend.limits().list(group).get(0).running()).isEqualTo(2);
        assertClean();
    }

    /** Two tasks of a key, of which the first is ready and the other one behind. */
    private void oneBehindAnother() {
        for (String id : List.of("b", "c")) {
            add(TestTasks.task("t", id, 0, true, "\"t:k\",1]".getBytes(UTF_8)));
        }
        pushAll();
    }

    private void repairs(Kind kind, String id, Runnable damage) {
        oneBehindAnother();
        damage.run();
        assertThat(engine.inspector().repair(group).findings())
                .extracting(AuditFinding::kind, AuditFinding::id, AuditFinding::outcome)
                .containsExactly(tuple(kind, id, Outcome.REPAIRED));
        assertClean();
        store().remove(group, List.of("b", "c"));
    }

    @Test
    void damagedPlacesOfKeysAreRepaired() {
        repairs(Kind.TASK_WITHOUT_PLACE, "b", () -> client.hdel(start + "KEYS:t", "k"));
        repairs(Kind.PLACE_WITHOUT_TASK, "k", () -> client.hset(start + "KEYS:t", "k", "b,ghost"));
        repairs(Kind.PLACE_WITHOUT_TASK, "k", () -> client.hset(start + "KEYS:t", "k", "b,c"));
        repairs(Kind.PLACE_WITHOUT_TASK, "other", () -> client.hset(start + "KEYS:t", "other", "b"));
        repairs(
                Kind.MEMBER_WITHOUT_TASK,
                "ghost",
                () -> client.zadd(start + "BEHIND:t", 0, "k\0" + "001700000000000ghost\0a"));
    }

    @Test
    void aTaskThatHasDiedMeanwhileGetsNoPlace() {
        oneBehindAnother();
        client.hdel(start + "KEYS:t", "k");
        client.zrem(start + "CONSUMING:t", "b");
        putInto("DEAD:t", "b");
        Flaw flaw = new Flaw(Kind.TASK_WITHOUT_PLACE, "t", "b", List.of(TaskState.READY), null);
        assertThat(backend.audit().repair(group, flaw)).isFalse();
        assertThat(client.hexists(start + "KEYS:t", "k")).isFalse();
    }

    @Test
    void aTopicThatIsNotRegisteredIsReported() {
        engine.register().cancelTopic(group, "t");
        AuditFinding found =
                finding(Kind.TOPIC_NOT_REGISTERED, "t", null, "Topic t is not registered and has tasks: 4");
        assertThat(engine.inspector().audit(group).findings()).containsExactly(found);
        assertThat(engine.inspector().repair(group).findings())
                .containsExactly(with(found, Outcome.LEFT, "nothing: register the topic, or remove its tasks"));
    }

    @Test
    void everythingAtOnceIsRepairedAtOnce() {
        nowhere("lease");
        putInto("RESERVED:t", "lease");
        putInto("DEAD:t", "lease");
        nowhere("nowhere");
        client.zadd(start + "RESERVED:t", 1_999_000_000_000D, "ghost");
        client.hset(start + "ERRORS", "ghost", "{}");
        AuditReport repaired = engine.inspector().repair(group);
        assertThat(repaired.findings())
                .extracting(AuditFinding::kind)
                .containsExactlyInAnyOrder(
                        Kind.TASK_IN_SEVERAL_STATES,
                        Kind.LEASE_WITHOUT_DELIVERY,
                        Kind.TASK_NOWHERE,
                        Kind.MEMBER_WITHOUT_TASK,
                        Kind.ERROR_WITHOUT_TASK);
        assertThat(repaired.findings()).extracting(AuditFinding::outcome).containsOnly(Outcome.REPAIRED);
        assertClean();
        delivers("lease", "nowhere");
    }
}
