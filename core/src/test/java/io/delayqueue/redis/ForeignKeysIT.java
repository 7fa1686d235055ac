package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.RedisClient;

/** Keys of one topic that another program, or an older layout, has written: they stop that topic and no other. */
class ForeignKeysIT extends BackendFixture {

    private static final Duration PUT_OFF = Duration.ofSeconds(10);

    private final RedisClient redis = RedisServer.shared().client();

    private final TopicName other = new TopicName(group, "u");

    ForeignKeysIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }

    private String key(String name) {
        return "{" + group + "}:" + name;
    }

    /** The key of the topic's ready tasks with this priority, of a type that it cannot have. */
    private String foreign(Priority priority) {
        String key = key("CONSUMING:t" + (priority == Priority.NORMAL ? "" : ":" + priority));
        redis.del(key);
        redis.set(key, "of another program");
        return key;
    }

    private void addOther(String id) {
        store().add(group, List.of(new NewTask("u", id, 0, true, detail("u", id))));
    }

    private PushResult push() {
        untilTheNextMillisecond();
        return store().push(group, "i", List.of("t", "u"));
    }

    private List<ReservedTask> reserveOther() {
        return store().reserve(other, "i", LEASE, 10).tasks();
    }

    /** The pusher's next look at the tasks that were put off, without the wait. */
    private void bringForward() {
        List<String> waiting = redis.zrange(key("WAITING:t"), 0, -1);
        waiting.forEach(member -> redis.zincrby(key("WAITING:t"), -PUT_OFF.toMillis(), member));
    }

    @ParameterizedTest
    @EnumSource(Priority.class)
    void foreignSetOfReadyTasksKeepsItsTasksAndNoOthersFromBeingReady(Priority priority) {
        String foreign = foreign(priority);
        add("a", 0, priority, IfExists.KEEP);
        addOther("b");
        PushResult pushed = push();
        assertThat(pushed.due()).isEqualTo(1);
        assertThat(pushed.foreignKeys()).isEqualTo(Map.of(foreign, "t"));
        assertThat(pushed.waitMicros()).as("no spinning").isPositive();
        assertThat(reserveOther()).hasSize(1);
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
        assertThat(push().foreignKeys()).as("named until it is repaired").containsKey(foreign);
        assertThat(counts().delayed()).isEqualTo(1);

        redis.del(foreign);
        assertThat(push().foreignKeys()).isEmpty();
        bringForward();
        assertThat(push().due()).isEqualTo(1);
        assertThat(reserve(10)).extracting(task -> task.delivery().id()).containsExactly("a");
        assertThat(counts().delayed()).isZero();
    }

    @Test
    void foreignSignalIsNamedAndReplacedForItCarriesNothing() {
        redis.set(key("SIGNAL:t"), "of another program");
        add("a", 0);
        addOther("b");
        assertThat(push().foreignKeys()).isEqualTo(Map.of(key("SIGNAL:t"), "t"));
        assertThat(reserve(10)).hasSize(1);
        assertThat(reserveOther()).hasSize(1);
        assertThat(push().foreignKeys()).isEmpty();
    }

    @Test
    void sweepReplacesAForeignSignalOfATopicThatHasReadyTasks() {
        add("a", 0);
        push();
        redis.del(key("SIGNAL:t"));
        redis.set(key("SIGNAL:t"), "of another program");
        assertThat(push().foreignKeys()).isEqualTo(Map.of(key("SIGNAL:t"), "t"));
        assertThat(redis.llen(key("SIGNAL:t"))).isEqualTo(1);
    }

    @Test
    void otherPrioritiesOfTheTopicGoOn() {
        foreign(Priority.HIGH);
        add("a", 0);
        assertThat(push().due()).isEqualTo(1);
        assertThat(reserve(10)).hasSize(1);
        add("b", 0);
        untilTheNextMillisecond();
        PushAndReserveResult pushed = store().pushAndReserve(topic, "i", List.of(), LEASE, 10);
        assertThat(pushed.reservation().tasks()).hasSize(1);
    }

    @Test
    void deliverForATopicWithAForeignKeyPushesAllOthers() {
        foreign(Priority.NORMAL);
        add("a", 0);
        addOther("b");
        untilTheNextMillisecond();
        PushAndReserveResult pushed = store().pushAndReserve(topic, "i", List.of(), LEASE, 10);
        assertThat(pushed.push().due()).isEqualTo(1);
        assertThat(reserveOther()).hasSize(1);
    }

    @Test
    void endedLeaseWaitsToBeReadyAndOthersDoNot() {
        Delivery a = reserved("a");
        addOther("b");
        push();
        Delivery b = reserveOther().get(0).delivery();
        assertThat(store().renew(group, List.of(a, b), Duration.ofMillis(1))).isEmpty();
        String foreign = foreign(Priority.NORMAL);
        untilTheNextMillisecond();
        PushResult pushed = push();
        assertThat(pushed.expired()).isEqualTo(Map.of("t", 1, "u", 1));
        assertThat(reserveOther()).hasSize(1);
        assertThat(find("a").state()).isEqualTo(TaskState.DELAYED);
        redis.del(foreign);
        bringForward();
        push();
        assertThat(reserve(1).get(0).attempt()).isEqualTo(2);
    }

    @Test
    void tasksThatAreGivenBackWaitToBeReadyAndOthersDoNot() {
        Delivery a = reserved("a");
        Delivery lost = reserved("lost");
        addOther("b");
        push();
        Delivery b = reserveOther().get(0).delivery();
        String foreign = foreign(Priority.NORMAL);
        assertThat(store().acknowledge(group, List.of(new Outcome.Released(a, false), new Outcome.Released(b, false))))
                .isEmpty();
        assertThat(store().reclaim(topic, "i", 0, List.of())).isEqualTo(1);
        assertThat(reserveOther()).hasSize(1);
        assertThat(find(lost.id()).state()).isEqualTo(TaskState.DELAYED);
        assertThat(counts().delayed()).isEqualTo(2);
        redis.del(foreign);
        bringForward();
        push();
        assertThat(reserve(10)).extracting(ReservedTask::attempt).containsExactly(1, 1);
    }

    @Test
    void foreignSetOfLeasedTasksShouldKeepNoOthersFromTheirLeases() {
        Delivery a = reserved("a");
        addOther("b");
        push();
        Delivery b = reserveOther().get(0).delivery();
        redis.set(key("RESERVED:t"), "of another program");
        assertThat(store().renew(group, List.of(a, b), LEASE)).containsExactly(a);
        assertThat(store().acknowledge(group, List.of(new Outcome.Finished(a), new Outcome.Finished(b))))
                .containsExactly(a);
        assertThat(store().find(group, List.of("a", "b"))).last().isNull();
    }

    @Test
    void pushThatReservesForATopicWithAForeignSetOfLeasedTasksShouldPushAllOthers() {
        redis.set(key("RESERVED:t"), "of another program");
        add("a", 0);
        addOther("b");
        untilTheNextMillisecond();
        PushAndReserveResult pushed = store().pushAndReserve(topic, "i", List.of(), LEASE, 10);
        assertThat(pushed.push().foreignKeys()).containsOnlyKeys(key("RESERVED:t"));
        assertThat(pushed.push().waitMicros()).as("no spinning").isPositive();
        assertThat(reserveOther()).hasSize(1);
        redis.del(key("RESERVED:t"));
        assertThat(reserve(10)).hasSize(1);
    }

    @Test
    void auditGoesOnBehindThem() {
        redis.set(key("DEAD:t"), "of another program");
        foreign(Priority.NORMAL);
        add("a", 0, Priority.HIGH, IfExists.KEEP);
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
        redis.set(key("WAITING:t"), "of another program");
        redis.zrem(key("TOPICS"), "t");
        List<AuditStore.Flaw> flaws =
                backend.audit().members(group, TaskState.RESERVED, "t", null).flaws();
        assertThat(flaws).extracting(AuditStore.Flaw::kind).containsExactly(Kind.TOPIC_CHECKED_TOO_LATE);
        assertThat(backend.audit().repair(group, flaws.get(0))).isTrue();
        untilTheNextMillisecond();
        PushResult pushed = store().push(group, "i", List.of());
        assertThat(pushed.foreignKeys()).containsOnlyKeys(key("WAITING:t"));
        assertThat(pushed.waitMicros()).as("no spinning").isPositive();
        assertThat(redis.zscore(key("TOPICS"), "t")).as("the next check").isFinite();
    }

    @Test
    void deadLettersThatAreRequeuedWaitToBeReady() {
        store().acknowledge(
                        group, List.of(new Outcome.Dead(reserved("a"), "{}"), new Outcome.Dead(reserved("b"), "{}")));
        foreign(Priority.NORMAL);
        assertThat(store().requeue(group, List.of("a"))).containsExactly("a");
        assertThat(topics().requeueTopic(topic, null).tasks()).isEqualTo(1);
        assertThat(counts().delayed()).isEqualTo(2);
        assertThat(counts().dead()).isZero();
    }

    @Test
    void tasksOfSeveralTopicsAreAddedFoundMovedAndRemovedTogether() {
        for (String name : List.of("CONSUMING:t", "CONSUMING:t:HIGH", "CONSUMING:t:LOW", "DEAD:t")) {
            redis.set(key(name), "of another program");
        }
        List<AddStatus> added =
                store().add(group, List.of(task("a", 0), new NewTask("u", "b", 0, true, detail("u", "b"))));
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

    @ParameterizedTest
    @EnumSource(Priority.class)
    void tasksOfATopicWithAForeignKeyShouldBeListedAndRemoved(Priority priority) {
        add("a", 60_000);
        foreign(priority);
        assertThat(topics().list(topic, TaskState.READY, null, 10, true).tasks())
                .isEmpty();
        int removed = 0;
        String from = null;
        do {
            TopicStep step = topics().removeTasks(topic, from);
            removed += step.tasks();
            from = step.next();
        } while (from != null);
        assertThat(removed).isEqualTo(1);
    }
}
