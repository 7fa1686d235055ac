package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicStep;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.AuditStore.Flaw;
import io.delayqueue.store.Change;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.NewTask.AddMode;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.StoreFixture;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestTasks;
import io.delayqueue.store.TopicStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.UnifiedJedis;

/** Calls whose first reply is lost and which are sent again, while others do something to the same tasks in between. */
@ParameterizedClass
@EnumSource(
        value = Topology.class,
        names = {"STANDALONE", "CLUSTER"})
class RedisLostRepliesIT extends StoreFixture {

    private static final int LARGE = 100_000;

    private final Topology topology;

    private final LostReplies replies;

    private final UnifiedJedis client;

    private final RedisCalls calls;

    private final TaskStore losing;

    RedisLostRepliesIT(Topology topology) {
        this.topology = topology;
        this.replies = new LostReplies(topology.client());
        this.client = replies.client();
        this.calls = RedisUnderTest.calls(client, "the test's server", Duration.ofSeconds(2));
        this.losing = new RedisTaskStore(calls, Durability.MASTER_ONLY);
    }

    @Override
    protected TaskStore store() {
        return topology.tasks();
    }

    @Override
    protected TopicStore topics() {
        return topology.topics();
    }

    @Override
    protected DeadLetterStore deadLetters() {
        return topology.deadLetters();
    }

    @AfterEach
    void everyTaskIsInExactlyOneStructure() {
        client.close();
        topology.audit(group);
    }

    @Test
    void interruptionThatIsSentAgainShouldNotNameALaterDelivery() {
        store().add(group, List.of(task("a", 1)));
        Delivery first = pushed();
        Keys keys = calls.keys(group);
        List<byte[]> arguments = List.of(keys.wake, Keys.bytes("a"), Keys.bytes(first.number()));
        assertThat(calls.script(Script.INTERRUPT, keys.of(Script.INTERRUPT), arguments)
                        .isOne())
                .isTrue();
        acknowledge(new Outcome.Released(first, true));
        pushAll();
        assertThat(reserve(1)).hasSize(1);
        assertThat(store().interrupt(group, "a", null))
                .as("the second delivery")
                .isTrue();
        assertThat(calls.script(Script.INTERRUPT, keys.of(Script.INTERRUPT), arguments)
                        .isOne())
                .isFalse();
    }

    private AddStatus addLosing(IfExists ifExists, Runnable meanwhile, String... ids) {
        replies.loseNext(meanwhile);
        List<AddStatus> statuses = losing.add(
                group,
                List.of(ids).stream()
                        .map(id -> new NewTask(
                                "t",
                                id,
                                0,
                                true,
                                detail("t", "mine"),
                                TestTasks.mode(Priority.NORMAL, ifExists, false)))
                        .toList());
        assertThat(statuses).hasSameSizeAs(ids);
        return statuses.get(0);
    }

    private AddStatus addLosing(Runnable meanwhile, NewTask task) {
        replies.loseNext(meanwhile);
        return losing.add(group, List.of(task)).get(0);
    }

    private List<TaskInfo> removeLosing(Runnable meanwhile, String... ids) {
        replies.loseNext(meanwhile);
        return losing.remove(group, List.of(ids));
    }

    private Delivery begun() {
        pushAll();
        return deliveries(1).get(0);
    }

    @Test
    void endsThatAreSentAgainShouldLeaveOneRecordEach() {
        RedisHistoryStore history = new RedisHistoryStore(calls);
        history.declare(topic, "", "604800000|2097152||");
        AttemptRecord record = new AttemptRecord(0, 1L, 1L, 1, "", true);
        for (Function<Delivery, Outcome> end : List.<Function<Delivery, Outcome>>of(
                one -> new Outcome.Finished(one, record),
                one -> new Outcome.Dead(one, "{}", true, record),
                one -> new Outcome.NextOccurrence(
                        one, Outcome.NextOccurrence.Timing.DELAY, 60_000, null, true, record))) {
            Outcome outcome = end.apply(reserved("a" + end.hashCode()));
            replies.loseNext(() -> {});
            losing.acknowledge(group, List.of(outcome));
        }
        add("b", 60_000);
        addLosing(IfExists.REPLACE, () -> {}, "b");
        removeLosing(() -> {}, "b");
        add("c", 60_000);
        replies.loseNext(() -> {});
        losing.apply(group, List.of(new Change.Remove("1", "c")), 4_000_000_000_000L);
        assertThat(replies.loseNone()).as("waits").isFalse();
        assertThat(history.search(topic, HistoryQuery.ALL).records())
                .extracting(TaskRecord::outcome)
                .containsExactly(
                        RecordedOutcome.REMOVED,
                        RecordedOutcome.REMOVED,
                        RecordedOutcome.REPLACED,
                        RecordedOutcome.FINISHED,
                        RecordedOutcome.DEAD,
                        RecordedOutcome.FINISHED);
    }

    @Test
    void aReplacementThatRunsBeforeItsRepetitionShouldRunOnce() {
        Delivery[] run = new Delivery[1];
        AddStatus status = addLosing(IfExists.REPLACE, () -> run[0] = begun(), "a");
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
        assertThat(status.kind()).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(acknowledge(new Outcome.Finished(run[0]))).isEmpty();
        assertThat(findOrNull("a")).isNull();
    }

    @Test
    void aReplacementThatEndedBeforeItsRepetitionShouldNotRunAgain() {
        add("a", 60_000);
        AddStatus status = addLosing(IfExists.REPLACE, () -> acknowledge(new Outcome.Finished(begun())), "a");
        assertThat(findOrNull("a")).isNull();
        assertThat(status.kind()).isEqualTo(AddStatus.Kind.REPLACED);
    }

    @Test
    void aReplacementShouldNotReplaceWhatReplacedItBeforeItsRepetition() {
        AddStatus status = addLosing(IfExists.REPLACE, () -> add("a", 90_000, Priority.HIGH, IfExists.REPLACE), "a");
        assertThat(status.kind()).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(find("a").payload()).isEqualTo("\"a\"");
    }

    @Test
    void aTaskWithAWindowThatEndedBeforeItsRepetitionShouldBeAddedAndNotRunAgain() {
        AddMode unique = new AddMode(Priority.NORMAL, IfExists.KEEP, false, 60_000, 0, 0);
        byte[] detail = "\"t\",1,{\"uniqueFor\":60000}]".getBytes(UTF_8);
        NewTask task = new NewTask("t", "a", 0, true, detail, unique);
        AddStatus status = addLosing(() -> acknowledge(new Outcome.Finished(begun())), task);
        assertThat(status.kind()).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(findOrNull("a")).isNull();
        assertThat(losing.add(group, List.of(task)))
                .containsExactly(new AddStatus(AddStatus.Kind.RECENT, status.dueAt() + 60_000));
    }

    @Test
    void aRepeatedAddToADueWindowShouldHaveTheTimeOfTheFirst() {
        long from = 4_000_000_000_000L;
        AddMode window = new AddMode(Priority.NORMAL, IfExists.KEEP, false, 0, from + 9_999, 0);
        AddStatus status = addLosing(
                () -> addAll(IntStream.range(0, 100)
                        .mapToObj(i -> TestTasks.task("t", "b" + i, from + 5_000 + i, false, detail("t", "x")))),
                new NewTask("t", "a", from, false, detail("t", "a"), window));
        assertThat(status).isEqualTo(new AddStatus(AddStatus.Kind.ADDED, from + 5_272));
        assertThat(find("a").dueAt().toEpochMilli()).isEqualTo(status.dueAt());
    }

    @Test
    void aDebouncedTaskThatRunsBeforeItsRepetitionShouldRunOnce() {
        AddMode last = new AddMode(Priority.NORMAL, IfExists.REPLACE, false, 0, 0, 60_000);
        byte[] detail = "\"t\",1,{\"longestWait\":60000}]".getBytes(UTF_8);
        Delivery[] run = new Delivery[1];
        AddStatus status = addLosing(() -> run[0] = begun(), new NewTask("t", "a", 0, true, detail, last));
        assertThat(status.kind()).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(acknowledge(new Outcome.Finished(run[0]))).isEmpty();
        assertThat(findOrNull("a")).isNull();
    }

    @Test
    void aReplacementOfManyShouldBeAnsweredAsTheFirstTime() {
        add("b", 60_000);
        String[] ids =
                IntStream.range(0, TaskStore.MAX_BATCH).mapToObj(i -> "r" + i).toArray(String[]::new);
        addLosing(IfExists.REPLACE, () -> store().remove(group, List.of("r7")), ids);
        assertThat(findOrNull("r7")).isNull();
        assertThat(counts().delayed() + counts().ready()).isEqualTo(TaskStore.MAX_BATCH);
    }

    @Test
    void aTaskAddedBeforeTheRepetitionOfARemovalShouldStay() {
        add("a", 60_000);
        List<TaskInfo> removed = removeLosing(() -> add("a", 90_000, Priority.HIGH, IfExists.KEEP), "a", "gone");
        assertThat(findOrNull("a")).as("the task added meanwhile").isNotNull();
        assertThat(removed).hasSize(2).last().isNull();
        assertThat(removed.get(0).dueAt())
                .as("what was removed")
                .isBefore(find("a").dueAt());
    }

    @Test
    void aRemovalInEveryStateShouldBeAnsweredAsTheFirstTime() {
        inEveryState();
        String[] ids = {"delayed", "ready", "reserved", "dead", "gone"};
        List<TaskInfo> before = store().find(group, List.of(ids));
        assertThat(removeLosing(() -> {}, ids)).isEqualTo(before);
        assertThat(counts().total()).isZero();
    }

    @Test
    void aRemovalOfLargeTasksShouldBeAnsweredWithoutPayloadsBeyondWhatIsKept() {
        String large = "x".repeat(LARGE / 20);
        for (String id : List.of("a", "b")) {
            store().add(group, List.of(TestTasks.task("t", id, 60_000, true, detail("t", large))));
        }
        add("c", 60_000);
        List<TaskInfo> removed = removeLosing(() -> {}, "a", "b", "c", "gone");
        assertThat(removed.subList(0, 3))
                .extracting(TaskInfo::id, TaskInfo::topic, TaskInfo::state, TaskInfo::payload)
                .containsExactly(
                        tuple("a", topic, TaskState.DELAYED, null),
                        tuple("b", topic, TaskState.DELAYED, null),
                        tuple("c", topic, TaskState.DELAYED, null));
        assertThat(removed.get(3)).isNull();
        String kept =
                topology.client().keys("{" + group + "}:CALL:*").iterator().next();
        assertThat(topology.client().strlen(kept)).isLessThan(LARGE / 20);
    }

    @Test
    void holdWhoseReplyIsLostShouldNotBeMadeAgain() {
        Delivery first = reserved("a");
        Outcome outcome = new Outcome.Released(first, true, new Outcome.Hold(null, 60_000));
        replies.loseNext(() -> topics().resume(topic));
        assertThat(losing.acknowledge(group, List.of(outcome))).isEmpty();
        assertThat(reserve(1)).extracting(ReservedTask::attempt).containsExactly(1);
    }

    @Test
    void aRescheduleShouldNotMoveWhatWasAddedBeforeItsRepetition() {
        add("a", 60_000);
        replies.loseNext(() -> {
            store().remove(group, List.of("a"));
            add("a", 90_000);
        });
        RescheduleResult result = losing.reschedule(group, "a", 9_000_000_000_000L, false);
        assertThat(result.outcome()).isEqualTo(RescheduleResult.Outcome.RESCHEDULED);
        assertThat(result.dueAt().toEpochMilli()).isEqualTo(9_000_000_000_000L);
        assertThat(find("a").dueAt()).isBefore(result.dueAt());
    }

    private List<Change.Result> applyLosing(Runnable meanwhile, Change... changes) {
        replies.loseNext(meanwhile);
        return losing.apply(group, List.of(changes), 4_000_000_000_000L).results();
    }

    @Test
    void aTaskOfAnAddOnceThatEndedBeforeTheRepetitionShouldNotRunAgain() {
        Change once = new Change.Add("1", task("a", 0));
        assertThat(applyLosing(() -> acknowledge(new Outcome.Finished(begun())), once))
                .containsExactly(Change.Result.REPEATED);
        assertThat(findOrNull("a")).isNull();
    }

    @Test
    void changesOnceShouldNotChangeWhatWasAddedBeforeTheirRepetition() {
        add("a", 60_000);
        add("b", 60_000);
        AddMode replace = TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, false);
        for (Change change : List.of(
                new Change.Add("1", new NewTask("t", "a", 0, true, detail("t", "mine"), replace)),
                new Change.Reschedule("2", "a", 9_000_000_000_000L, false),
                new Change.Remove("3", "a"))) {
            List<Change.Result> results = applyLosing(
                    () -> add("a", 90_000, Priority.HIGH, IfExists.REPLACE), change, new Change.Remove("4", "b"));
            assertThat(results.get(0)).isEqualTo(Change.Result.REPEATED);
            assertThat(find("a").payload()).isEqualTo("\"a\"");
            assertThat(find("a").dueAt()).isBefore(Instant.ofEpochMilli(9_000_000_000_000L));
        }
        assertThat(findOrNull("b")).as("removed by the call behind").isNull();
    }

    @Test
    void addOnceThatWasNotMadeShouldBeMadeByItsRepetitionIfTheIdIsFreeThen() {
        store().add(group, List.of(TestTasks.task("u", "a", 60_000, true, detail("u", "a"))));
        Change once = new Change.Add("1", task("a", 60_000));
        assertThat(applyLosing(() -> store().remove(group, List.of("a")), once)).containsExactly(Change.Result.MADE);
        assertThat(find("a").topic()).isEqualTo(topic);
    }

    @Test
    void confirmationWhoseReplyIsLostShouldHaveTheEffectOfOne() {
        Change once = new Change.Add("1", task("a", 60_000));
        store().apply(group, List.of(once), 4_000_000_000_000L);
        replies.loseNext(() -> {});
        losing.confirm(group, List.of("1"));
        assertThat(topology.client().zscore("{" + group + "}:APPLIED", "1"))
                .isLessThanOrEqualTo(
                        store().time(group) + Duration.ofMinutes(10).toMillis());
    }

    @Test
    void aDeadLetterThatDiedAgainBeforeTheRepetitionOfARequeueShouldStayDead() {
        acknowledge(new Outcome.Dead(reserved("a"), "{\"e\":1}"));
        replies.loseNext(() -> {
            ReservedTask again = reserve(1).get(0);
            assertThat(again.attempt()).isEqualTo(1);
            acknowledge(new Outcome.Dead(again.delivery(), "{\"e\":2}"));
        });
        assertThat(new RedisDeadLetterStore(calls).requeue(group, List.of("a", "gone")))
                .containsExactly("a");
        assertThat(find("a").state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void repeatedChangesOfLimitsShouldHaveTheEffectOfOne() {
        LimitStore limits = new RedisLimitStore(calls, new RedisTopicStore(calls));
        Limit limit = Limit.of(group, "shared").concurrency(2);
        Declaration declaration =
                new Declaration(List.of(limit), Map.of("t", new LeaseRule(List.of("shared"), null, 1, 0)));
        replies.loseNextOf(Script.SET_RULES);
        limits.declare(group, declaration, (key, text) -> false);
        replies.loseNextOf(Script.SET_RULES);
        limits.set(limit.concurrency(1));
        replies.loseNextOf(Script.SET_RULES);
        Instant until = Instant.ofEpochMilli(9_000_000_000_000L);
        assertThat(limits.hold(group, "shared", until)).isTrue();
        assertThat(limits.list(group))
                .containsExactly(new LimitInfo(limit.concurrency(1), limit, 0, 0, until, null, List.of("t")));
        replies.loseNextOf(Script.SET_RULES);
        assertThat(limits.reset(group, "shared")).isTrue();
        replies.loseNextOf(Script.SET_RULES);
        assertThat(limits.remove(group, "shared")).isTrue();
        assertThat(limits.list(group)).isEmpty();
    }

    @Test
    void pauseAndHoldWhoseRepliesAreLostShouldBeAnsweredAsTheFirstTime() {
        TopicStore topicStore = new RedisTopicStore(calls);
        replies.loseNextOf(Script.SET_RULES);
        assertThat(topicStore.hold(topic, Instant.ofEpochMilli(9_000_000_000_000L)))
                .isTrue();
        replies.loseNextOf(Script.SET_RULES);
        assertThat(topicStore.pause(topic)).isTrue();
        replies.loseNextOf(Script.SET_RULES);
        assertThat(topicStore.resume(topic)).isTrue();
        assertThat(counts().paused()).isFalse();
    }

    @Test
    void reserveWhoseReplyIsLostShouldTakePlacesAndTokensUntilItIsReclaimed() {
        Limit limit =
                Limit.of(group, "shared").concurrency(2).rate(1, TimeUnit.HOURS).burst(3);
        topology.limits()
                .declare(
                        group,
                        new Declaration(List.of(limit), Map.of("t", new LeaseRule(List.of("shared"), null, 1, 0))),
                        (key, text) -> false);
        for (String id : List.of("a", "b", "c", "d")) {
            add(id, 0);
        }
        pushAll();
        replies.loseNext(() -> {});
        assertThat(losing.reserve(topic, "i", LEASE, 10).tasks()).isEmpty();
        assertThat(counts().reserved()).isEqualTo(2);
        assertThat(store().reclaim(topic, "i", 0, List.of())).isEqualTo(2);
        assertThat(reserve(10)).hasSize(1);
    }

    @Test
    void repeatedStepOfAPacedRequeueShouldHaveTheAnswerOfTheFirst() {
        for (String id : List.of("a", "b")) {
            acknowledge(new Outcome.Dead(reserved(id), "{}"));
        }
        long[] due = new long[1];
        replies.loseNext(() -> {
            due[0] = find("b").stateUntil().toEpochMilli();
            untilTheNextMillisecond();
        });
        assertThat(new RedisDeadLetterStore(calls).requeueTopic(topic, null, 60_000_000))
                .isEqualTo(new TopicStep(2, null));
        assertThat(find("b").stateUntil().toEpochMilli()).isEqualTo(due[0]);
    }

    @Test
    void editedDeadLetterThatDiedAgainBeforeTheRepetitionShouldStayDead() {
        acknowledge(new Outcome.Dead(reserved("a"), "{}"));
        boolean edited = new RedisDeadLetterStore(calls).requeueEdited(group, "a", before -> {
            replies.loseNext(
                    () -> acknowledge(new Outcome.Dead(reserve(1).get(0).delivery(), "{}")));
            return before;
        });
        assertThat(edited).isTrue();
        assertThat(find("a").state()).isEqualTo(TaskState.DEAD);
    }

    /** Stated, not wished for: such adds shall cost no more than they do. */
    @Test
    void anAddThatKeepsIsAddedAgainIfItRanAndEndedBeforeItsRepetition() {
        AddStatus status = addLosing(IfExists.KEEP, () -> acknowledge(new Outcome.Finished(begun())), "a");
        assertThat(status.kind()).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(findOrNull("a")).isNotNull();
    }

    @Test
    void anAddThatKeepsShouldFindItsTaskWhileItIsThere() {
        AddStatus status = addLosing(IfExists.KEEP, this::begun, "a");
        assertThat(status.kind()).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
    }

    @Test
    void anAddOfTasksThatAreLargeTogetherShouldFindAllOfItsTasks() {
        replies.loseNext(() -> {});
        List<AddStatus> statuses = losing.add(
                group,
                IntStream.range(0, TaskStore.MAX_BATCH)
                        .mapToObj(i -> TestTasks.task("t", "l" + i, 60_000, true, detail("t", "x".repeat(LARGE / 40))))
                        .toList());
        assertThat(statuses).hasSize(TaskStore.MAX_BATCH);
        assertThat(statuses).extracting(AddStatus::kind).containsOnly(AddStatus.Kind.ADDED);
    }

    @Test
    void aDeliveryShouldSayThatTasksMayHaveComeWithTheLostReply() {
        add("a", 0);
        untilTheNextMillisecond();
        replies.loseNext(() -> {});
        PushAndReserveResult pushed = losing.pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 1);
        assertThat(pushed.reservation().tasks()).isEmpty();
        assertThat(pushed.reservation().repeated()).isTrue();
        assertThat(store().reclaim(topic, "i", 0, List.of())).isEqualTo(1);
        assertThat(find("a").attempts()).isZero();
    }

    @Test
    void aDeliveryShouldSayItAlsoIfTheSecondSendingMayReserveNothing() {
        add("a", 0);
        untilTheNextMillisecond();
        replies.loseNext(() -> store().push(group, "j", List.of(), ExpectedTime.NONE));
        PushAndReserveResult pushed = losing.pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 1);
        assertThat(pushed.reservation()).isNotNull().satisfies(reservation -> assertThat(reservation.repeated())
                .isTrue());
        assertThat(store().reclaim(topic, "i", 0, List.of())).isEqualTo(1);
    }

    @Test
    void aRegistrationAndItsRemovalShouldHoldAndSayThatNothingChanged() {
        RedisRegistryStore registry = new RedisRegistryStore(calls);
        replies.loseNext(() -> {});
        assertThat(registry.register(group, List.of(topic.topic()))).isFalse();
        assertThat(registry.topics(group)).containsExactly("t");
        replies.loseNext(() -> {});
        assertThat(registry.unregister(group, null)).isFalse();
        assertThat(registry.topics(group)).isNull();
    }

    @Test
    void aRepairShouldSayThatItHasRepaired() {
        add("a", 60_000);
        topology.client().zadd("{" + group + "}:DEAD:t", 1, "a");
        List<TaskState> states = List.of(TaskState.DELAYED, TaskState.DEAD);
        replies.loseNext(() -> {});
        assertThat(new RedisAuditStore(calls)
                        .repair(group, new Flaw(Kind.TASK_IN_SEVERAL_STATES, "t", "a", states, null)))
                .isTrue();
    }

    @Test
    void retryThatIsSentAgainShouldNotBringBackATaskThatHasEnded() {
        Outcome retry = new Outcome.Retry(reserved("a"), 0, "{}", true);
        replies.loseNext(() -> {
            acknowledge(new Outcome.Finished(pushed()));
            assertThat(retrying()).isEmpty();
        });
        losing.acknowledge(group, List.of(retry));
        assertThat(retrying()).isEmpty();
        Outcome finished = new Outcome.Finished(retried("a"));
        replies.loseNext(() -> retried("a"));
        losing.acknowledge(group, List.of(finished));
        assertThat(retrying()).containsExactly("a");
    }

    private Delivery retried(String id) {
        acknowledge(new Outcome.Retry(reserved(id), 0, "{}", true));
        return pushed();
    }

    private List<String> retrying() {
        return deadLetters().retrying(topic, null, 10).failures().stream()
                .map(DeadLetterStore.Failed::id)
                .toList();
    }

    @Test
    void whatIsKeptOfACallShouldExpire() {
        add("a", 60_000);
        store().remove(group, List.of("a"));
        String kept =
                topology.client().keys("{" + group + "}:CALL:*").iterator().next();
        assertThat(topology.client().pttl(kept))
                .as("longer than the call's time-out of 2 s, by 10 s")
                .isBetween(2_000L, 12_000L);
    }

    @Test
    void whatChangesNothingShouldKeepNothing() {
        store().remove(group, List.of("a"));
        store().reschedule(group, "a", 0, true);
        deadLetters().requeue(group, List.of("a"));
        add("a", 60_000);
        assertThat(topology.client().keys("{" + group + "}:CALL:*")).isEmpty();
    }
}
