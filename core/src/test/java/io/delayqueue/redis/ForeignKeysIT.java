package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

/** Keys of one topic that another program, or an older layout, has written: they stop that topic and no other. */
class ForeignKeysIT extends BackendFixture {

    private static final Duration LEFT_ALONE = Duration.ofSeconds(10);

    private final RedisClient redis = RedisServer.shared().client();

    private final TopicName other = new TopicName(group, "u");

    ForeignKeysIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }

    private String key(String name) {
        return "{" + group + "}:" + name;
    }

    /** A key of a type that it cannot have. */
    private String foreign(String name) {
        redis.del(key(name));
        redis.set(key(name), "of another program");
        return key(name);
    }

    private void addOther(String id) {
        store().add(group, List.of(TestTasks.task("u", id, 0, true, detail("u", id))));
    }

    private PushResult push() {
        untilTheNextMillisecond();
        return store().push(group, "i", List.of("t", "u"), ExpectedTime.NONE);
    }

    private List<ReservedTask> reserveOther() {
        return store().reserve(other, "i", LEASE, 10).tasks();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONSUMING:t", "CONSUMING:t:HIGH", "CONSUMING:t:LOW"})
    void foreignSetOfReadyTasksShouldStopItsTopicAndNoOther(String name) {
        add("high", 0, Priority.HIGH, IfExists.KEEP);
        add("normal", 0);
        add("low", 0, Priority.LOW, IfExists.KEEP);
        String foreign = foreign(name);
        addOther("b");
        PushResult pushed = push();
        assertThat(pushed.due()).isEqualTo(1);
        assertThat(pushed.foreignKeys()).isEqualTo(Map.of(foreign, "t"));
        assertThat(pushed.waitMicros()).as("no spinning").isPositive();
        assertThat(redis.zscore(key("TOPICS"), "t"))
                .isBetween((double) pushed.storeTime(), (double) pushed.storeTime() + LEFT_ALONE.toMillis());
        assertThat(reserveOther()).hasSize(1);
        assertThat(find("normal").state()).isEqualTo(TaskState.DELAYED);
        assertThat(push().foreignKeys()).as("named until it is repaired").containsKey(foreign);

        redis.del(foreign);
        PushResult repaired = push();
        assertThat(repaired.foreignKeys()).isEmpty();
        assertThat(repaired.due()).isEqualTo(3);
        assertThat(reserve(10)).hasSize(3);
    }

    /** An add makes its topic the next to be checked. */
    @Test
    void pushAfterAnAddToTheTopicShouldNeitherFailNorSearchNorSpin() {
        String foreign = foreign("CONSUMING:t");
        add("a", 0);
        push();
        for (int i = 0; i < 3; i++) {
            add("more" + i, 0);
            addOther("b" + i);
            untilTheNextMillisecond();
            List<Commands.Command> calls = Commands.ofClients(RedisServer.shared(), () -> {
                PushResult pushed = store().push(group, "i", List.of(), ExpectedTime.NONE);
                assertThat(pushed.due()).isEqualTo(1);
                assertThat(pushed.waitMicros()).as("no spinning").isPositive();
                assertThat(pushed.foreignKeys()).containsOnlyKeys(foreign);
            });
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void searchesShouldNotGrowWithSweeps() {
        add("a", 0);
        foreign("WAITING:t");
        foreign("KEYS:t");
        push();
        int first = size(Commands.ofClients(RedisServer.shared(), this::push));
        for (int i = 0; i < 10; i++) {
            push();
        }
        assertThat(size(Commands.ofClients(RedisServer.shared(), this::push))).isEqualTo(first);
    }

    private static int size(List<Commands.Command> calls) {
        return calls.stream()
                .mapToInt(call -> call.arguments().split(" ").length)
                .sum();
    }

    @Test
    void foreignSetOfDelayedTasksShouldStopItsTopicAndNoOther() {
        store().renew(group, List.of(reserved("a")), Duration.ofMillis(1));
        addOther("b");
        String foreign = foreign("WAITING:t");
        PushResult pushed = push();
        assertThat(pushed.foreignKeys()).isEqualTo(Map.of(foreign, "t"));
        assertThat(pushed.waitMicros()).as("no spinning").isPositive();
        assertThat(pushed.expired()).isEmpty();
        assertThat(reserveOther()).hasSize(1);
        redis.del(foreign);
        assertThat(push().expired()).isEqualTo(Map.of("t", 1));
    }

    @Test
    void foreignSignalShouldBeNamedAndReplacedBecauseItCarriesNothing() {
        foreign("SIGNAL:t");
        add("a", 0);
        addOther("b");
        PushResult pushed = push();
        assertThat(pushed.foreignKeys()).isEqualTo(Map.of(key("SIGNAL:t"), "t"));
        assertThat(pushed.due()).isEqualTo(2);
        assertThat(reserve(10)).hasSize(1);
        assertThat(reserveOther()).hasSize(1);
        assertThat(push().foreignKeys()).isEmpty();
    }

    @Test
    void foreignSignalShouldLeaveNoTaskReadyAndBehind() {
        foreign("SIGNAL:t");
        store().add(group, List.of(TestTasks.task("t", "a", 0, true, detail("t:k", "a"))));
        add("b", 0);
        assertThat(push().foreignKeys()).isEqualTo(Map.of(key("SIGNAL:t"), "t"));
        assertThat(redis.exists(key("BEHIND:t"))).isFalse();
        assertThat(reserve(10)).hasSize(2);
    }

    @Test
    void sweepShouldReplaceAForeignSignalOfATopicThatHasReadyTasks() {
        add("a", 0);
        push();
        foreign("SIGNAL:t");
        assertThat(push().foreignKeys()).isEqualTo(Map.of(key("SIGNAL:t"), "t"));
        assertThat(redis.llen(key("SIGNAL:t"))).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONSUMING:t", "CONSUMING:t:HIGH", "RESERVED:t"})
    void pushThatReservesForATopicWithAForeignKeyShouldPushAllOthers(String name) {
        String foreign = foreign(name);
        add("a", 0);
        addOther("b");
        untilTheNextMillisecond();
        PushAndReserveResult pushed = store().pushAndReserve(topic, "i", List.of(), ExpectedTime.NONE, LEASE, 10);
        assertThat(pushed.push().foreignKeys()).containsOnlyKeys(foreign);
        assertThat(pushed.push().waitMicros()).as("no spinning").isPositive();
        assertThat(pushed.reservation()).isNull();
        assertThat(reserveOther()).hasSize(1);
        redis.del(foreign);
        push();
        assertThat(reserve(10)).hasSize(1);
    }

    @Test
    void endedLeaseShouldWaitAndOthersShouldNot() {
        Delivery a = reserved("a");
        addOther("b");
        push();
        Delivery b = reserveOther().get(0).delivery();
        assertThat(store().renew(group, List.of(a, b), Duration.ofMillis(1))).isEmpty();
        String foreign = foreign("CONSUMING:t");
        assertThat(push().expired()).isEqualTo(Map.of("u", 1));
        assertThat(reserveOther()).hasSize(1);
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
        redis.del(foreign);
        push();
        assertThat(reserve(1).get(0).attempt()).isEqualTo(2);
    }

    @Test
    void foreignSetOfLeasedTasksShouldKeepNoOthersFromTheirLeases() {
        Delivery a = reserved("a");
        addOther("b");
        push();
        Delivery b = reserveOther().get(0).delivery();
        foreign("RESERVED:t");
        assertThat(store().renew(group, List.of(a, b), LEASE)).containsExactly(a);
        assertThat(acknowledge(new Outcome.Finished(a), new Outcome.Finished(b)))
                .containsExactly(a);
        assertThat(store().find(group, List.of("a", "b"))).last().isNull();
    }

    @Test
    void foreignListOfRetriedTasksShouldRefuseNoEndOfATask() {
        foreign("RETRYING:t");
        for (String id : List.of("finished", "retried", "dead", "repeated", "removed", "replaced")) {
            acknowledge(new Outcome.Retry(reserved(id), 0, "{}", true));
            pushAll();
            Delivery again = reserve(1).get(0).delivery();
            switch (id) {
                case "finished" ->
                    assertThat(acknowledge(new Outcome.Finished(again))).isEmpty();
                case "retried" ->
                    assertThat(acknowledge(new Outcome.Retry(again, 60_000, "{}", true)))
                            .isEmpty();
                case "dead" ->
                    assertThat(acknowledge(new Outcome.Dead(again, "{}"))).isEmpty();
                case "repeated" ->
                    assertThat(acknowledge(new Outcome.NextOccurrence(
                                    again, Outcome.NextOccurrence.Timing.DELAY, 60_000, null)))
                            .isEmpty();
                case "removed" -> assertThat(store().remove(group, List.of(id))).doesNotContainNull();
                default -> add(id, 60_000, Priority.NORMAL, IfExists.REPLACE);
            }
        }
        assertThat(store().find(group, List.of("finished", "removed"))).containsOnlyNulls();
        assertThat(deadLetters().retrying(topic, null, 10).failures()).isEmpty();
        assertThat(toTheEnd(from -> topics().removeTasks(topic, from))).isEqualTo(3);
        assertThat(redis.get(key("RETRYING:t"))).isEqualTo("of another program");
    }

    private List<AddStatus> addTagged(String id) {
        return store().add(group, List.of(TestTasks.task("t", id, 0, true, detail("t:\\torder=42", id))));
    }

    @Test
    void foreignIndexOfTagsShouldRefuseTaggedAddsAndNoEndOfATask() {
        for (String id : List.of("finished", "dropped", "dead", "removed", "topic")) {
            addTagged(id);
        }
        push();
        List<Delivery> leased = deliveries(5);
        foreign("TAGS");
        for (Delivery delivery : leased) {
            switch (delivery.id()) {
                case "finished" ->
                    assertThat(acknowledge(new Outcome.Finished(delivery))).isEmpty();
                case "dropped" ->
                    assertThat(acknowledge(new Outcome.Dead(delivery, null, false, null)))
                            .isEmpty();
                case "dead" ->
                    assertThat(acknowledge(new Outcome.Dead(delivery, "{}"))).isEmpty();
                case "removed" ->
                    assertThat(store().remove(group, List.of(delivery.id()))).doesNotContainNull();
                default -> {}
            }
        }
        assertThat(deadLetters().purgeSelected(topic, List.of("dead"))).isEqualTo(1);
        assertThat(toTheEnd(from -> topics().removeTasks(topic, from))).isEqualTo(1);
        assertThatThrownBy(() -> addTagged("refused"))
                .isInstanceOf(TaskStoreException.class)
                .hasMessageContaining("WRONGTYPE");
        assertThat(redis.exists(key("DETAIL"), key("WAITING:t"))).isZero();
        addOther("b");
        assertThat(redis.get(key("TAGS"))).isEqualTo("of another program");
    }

    @Test
    void foreignSetOfDelayedTasksShouldRefuseTagsBeforeTheyAreWritten() {
        foreign("WAITING:t");
        assertThatThrownBy(() -> addTagged("a")).isInstanceOf(TaskStoreException.class);
        assertThat(redis.exists(key("TAGS"))).isFalse();
    }

    @Test
    void stepsThatMakeTasksReadyShouldBeRefusedAndChangeNothing() {
        Delivery released = reserved("released");
        acknowledge(new Outcome.Dead(reserved("dead"), "{}"));
        String foreign = foreign("CONSUMING:t");
        List.<ThrowingCallable>of(
                        () -> acknowledge(new Outcome.Released(released, false)),
                        () -> store().reclaim(topic, "i", 0, List.of()),
                        () -> deadLetters().requeue(group, List.of("dead")),
                        () -> deadLetters().requeueTopic(topic, null, 0))
                .forEach(step -> assertThatThrownBy(step)
                        .isExactlyInstanceOf(TaskStoreException.class)
                        .hasMessageContaining("WRONGTYPE"));
        assertThat(find("dead").state()).isEqualTo(TaskState.DEAD);
        redis.del(foreign);
        assertThat(acknowledge(new Outcome.Released(released, false))).isEmpty();
        assertThat(deadLetters().requeue(group, List.of("dead"))).containsExactly("dead");
    }

    @Test
    void auditGoesOnBehindThem() {
        foreign("DEAD:t");
        foreign("CONSUMING:t");
        add("a", 0, Priority.HIGH, IfExists.KEEP);
        addTagged("b");
        foreign("TAGS");
        push();
        assertThat(backend.audit().tasks(group, null).flaws()).isEmpty();
        assertThat(backend.audit().members(group, TaskState.DEAD, "t", null).flaws())
                .isEmpty();
        AuditStore.Page page = backend.audit().members(group, TaskState.READY, "t", null);
        while (page.next() != null) {
            page = backend.audit().members(group, TaskState.READY, "t", page.next());
        }
        assertThat(page.flaws()).isEmpty();
    }

    /** The topic is not registered, so that no sweep finds it. */
    @Test
    void repairShouldEnterATopicWithAForeignKeyIntoTheAgenda() {
        store().renew(group, List.of(reserved("a")), Duration.ofMillis(1));
        foreign("WAITING:t");
        redis.zrem(key("TOPICS"), "t");
        List<AuditStore.Flaw> flaws =
                backend.audit().members(group, TaskState.RESERVED, "t", null).flaws();
        assertThat(flaws).extracting(AuditStore.Flaw::kind).containsExactly(Kind.TOPIC_CHECKED_TOO_LATE);
        assertThat(backend.audit().repair(group, flaws.get(0))).isTrue();
        untilTheNextMillisecond();
        PushResult pushed = store().push(group, "i", List.of(), ExpectedTime.NONE);
        assertThat(pushed.foreignKeys()).containsOnlyKeys(key("WAITING:t"));
        assertThat(pushed.waitMicros()).as("no spinning").isPositive();
        assertThat(redis.zscore(key("TOPICS"), "t")).as("the next check").isFinite();
    }

    @Test
    void tasksOfSeveralTopicsAreAddedFoundMovedAndRemovedTogether() {
        for (String name : List.of("CONSUMING:t", "CONSUMING:t:HIGH", "CONSUMING:t:LOW", "DEAD:t")) {
            foreign(name);
        }
        List<AddStatus> added =
                store().add(group, List.of(task("a", 0), TestTasks.task("u", "b", 0, true, detail("u", "b"))));
        assertThat(added).extracting(AddStatus::kind).containsOnly(AddStatus.Kind.ADDED);
        push();
        assertThat(store().find(group, List.of("a", "b"))).doesNotContainNull();
        assertThat(store().reschedule(group, "a", 60_000, true).outcome())
                .isEqualTo(RescheduleResult.Outcome.RESCHEDULED);
        assertThat(topics().count(group, List.of("t", "u")))
                .extracting(counts -> counts.delayed() + counts.ready() + counts.dead())
                .containsExactly(1L, 1L);
        assertThat(store().remove(group, List.of("a", "b"))).doesNotContainNull();
    }

    @Test
    void tasksOfATopicWithAForeignKeyShouldBeListedAndRemoved() {
        add("a", 60_000);
        foreign("CONSUMING:t");
        assertThat(topics().list(topic, TaskState.READY, null, 10, true).tasks())
                .isEmpty();
        assertThat(toTheEnd(from -> topics().removeTasks(topic, from))).isEqualTo(1);
    }
}
