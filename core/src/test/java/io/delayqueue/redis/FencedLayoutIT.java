package io.delayqueue.redis;

import static io.delayqueue.redis.Keys.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.AuditStore.Flaw;
import io.delayqueue.store.Change;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisContents;
import io.delayqueue.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/**
 * A later layout has left a string at {G}:TOPICS. Each script of this layout that changes tasks then fails before it has written
 * anything, so an instance that has not noticed the other layout yet does no harm.
 */
class FencedLayoutIT {

    /** Scripts that read, or write what is no part of a task: claims, signals, heartbeats, the registry. */
    private static final Set<Script> OTHERS = EnumSet.of(
            Script.RESIGN,
            Script.CHECK,
            Script.CONFIRM,
            Script.FIND,
            Script.FIND_FOREIGN,
            Script.TIME,
            Script.LIST,
            Script.LIST_FAILURES,
            Script.COUNT,
            Script.COUNT_KEYS,
            Script.LIST_KEY,
            Script.LIST_LEASES,
            Script.LIST_RECORDS,
            Script.INTERRUPT,
            Script.AUDIT,
            Script.INTERRUPT_WAIT,
            Script.REGISTER,
            Script.UNREGISTER,
            Script.RECORD_UNREGISTERED,
            Script.HEARTBEAT,
            Script.LOAD_INSTANCES,
            Script.LOAD_WORK,
            Script.RECORD_WORK,
            Script.NUMBER_LAYOUT,
            Script.SIGN_OF_LIFE);

    private static final String GROUP = "g";

    private static final String AGENDA = "{g}:TOPICS";

    private static final String I = "instance";

    private static final Duration LEASE = Duration.ofMinutes(1);

    private static final TopicName TOPIC = new TopicName(GROUP, "t");

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final RedisCalls calls = RedisUnderTest.calls(server.client(), server.address(), Duration.ZERO);

    private final RedisTaskStore store = new RedisTaskStore(calls, Durability.MASTER_ONLY);

    private final RedisTopicStore topics = new RedisTopicStore(calls);

    private final RedisDeadLetterStore deadLetters = new RedisDeadLetterStore(calls);

    private final RedisAuditStore audit = new RedisAuditStore(calls);

    private final RedisHistoryStore history = new RedisHistoryStore(calls);

    private final List<Delivery> leased = new ArrayList<>();

    private String rule = "";

    private static NewTask task(String topic, String id, Duration delay, IfExists ifExists) {
        String tags = ifExists == IfExists.REPLACE ? ":\\torder=42" : "";
        byte[] detail = ("\"" + topic + tags + "\",null]").getBytes(StandardCharsets.UTF_8);
        return new NewTask(topic, id, delay.toMillis(), true, detail, TestTasks.mode(Priority.NORMAL, ifExists, false));
    }

    private void add(String topic, String... ids) {
        for (String id : ids) {
            store.add(GROUP, List.of(task(topic, id, Duration.ZERO, IfExists.KEEP)));
        }
    }

    /** Makes tasks ready; those that were added in the same millisecond are not due yet. */
    private void push(String topic, int ready) {
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            store.push(GROUP, I, Set.of(), ExpectedTime.NONE);
            return server.client().zcard("{g}:CONSUMING:" + topic) == ready;
        });
    }

    /** Tasks in all states, and damage for each kind of repair. */
    private void fill() {
        store.add(GROUP, List.of(task("t", "delayed", Duration.ofHours(1), IfExists.KEEP)));
        add("t", "leased", "dead");
        push("t", 2);
        store.reserve(TOPIC, I, LEASE, 2).tasks().forEach(task -> leased.add(task.delivery()));
        Delivery dying = leased.stream()
                .filter(delivery -> delivery.id().equals("dead"))
                .findFirst()
                .orElseThrow();
        assertThat(store.acknowledge(GROUP, List.of(new Outcome.Dead(dying, "{}"))))
                .isEmpty();
        leased.remove(dying);
        add("t", "ready");
        add("paused", "p");
        topics.pause(new TopicName(GROUP, "paused"));
        push("paused", 1);
        push("t", 1);
        add("t", "due");
        server.client().hset("{g}:DETAIL", "nowhere", "[1,\"t:\\torder=42\",null]");
        server.client().zadd("{g}:WAITING:late", 1, "late");
        server.client().hset("{g}:DETAIL", "late", "[1,\"late\",null]");
        server.client().zadd("{g}:WAITING:t", 1, "ghost");
        server.client().hset("{g}:ERRORS", "nobody", "{}");
        server.client().zadd("{g}:REPEATS", 0, "nobody");
        server.client().zadd("{g}:RETRYING:t", 1, "nobody");
        server.client().zadd("{g}:TAGS", 0, "order=42\0nobody");
        server.client().hset("{g}:RECORDED", Map.of("t", rule, "#t", "1:70:1:1:FINISHED=1"));
        history.rules(GROUP, List.of("t"));
        server.client().rpush("{g}:HISTORY:t:1", "a", "[1,0]");
        server.client().del("{g}:PUSHER");
    }

    private void fence() {
        server.client().rename(AGENDA, AGENDA + ":2");
        server.client().set(AGENDA, "2");
    }

    private void acknowledge(Outcome outcome) {
        store.acknowledge(GROUP, List.of(outcome.with(new AttemptRecord(0, 1L, 1L, 1, "", true))));
    }

    private void apply(Change change) {
        store.apply(GROUP, List.of(change), 4_000_000_000_000L);
    }

    private Map<Script, ThrowingCallable> changes() {
        Delivery delivery = leased.get(0);
        Map<Script, ThrowingCallable> all = new EnumMap<>(Script.class);
        all.put(Script.ADD, () -> store.add(GROUP, List.of(task("t", "new", Duration.ofHours(1), IfExists.KEEP))));
        NewTask keyed = TestTasks.task("t", "keyed", 60_000, true, "\"t:k\",1]".getBytes(StandardCharsets.UTF_8));
        all.put(Script.ADD_KEYED, () -> store.add(GROUP, List.of(keyed)));
        all.put(
                Script.REPLACE,
                () -> store.add(GROUP, List.of(task("t", "delayed", Duration.ofHours(1), IfExists.REPLACE))));
        all.put(Script.PUSH, () -> store.push(GROUP, I, Set.of("t"), ExpectedTime.NONE));
        all.put(Script.RESERVE, () -> store.reserve(TOPIC, I, LEASE, 5));
        all.put(
                Script.PUSH_AND_RESERVE,
                () -> store.pushAndReserve(TOPIC, I, Set.of("t"), ExpectedTime.NONE, LEASE, 5));
        all.put(Script.FINISH, () -> acknowledge(new Outcome.Finished(delivery)));
        all.put(Script.DECLARE_HISTORY, () -> history.declare(TOPIC, rule, "1000|2097152||"));
        all.put(Script.FORGET_RECORDS, () -> history.forget(TOPIC, "a"));
        all.put(Script.CLEAR_RECORDS, () -> history.clear(TOPIC, true));
        all.put(Script.RETRY, () -> acknowledge(new Outcome.Retry(delivery, 1_000, "{}", true)));
        all.put(Script.BURY, () -> acknowledge(new Outcome.Dead(delivery, "{}")));
        all.put(Script.RELEASE, () -> acknowledge(new Outcome.Released(delivery, false)));
        all.put(
                Script.REPEAT,
                () -> acknowledge(
                        new Outcome.NextOccurrence(delivery, Outcome.NextOccurrence.Timing.DELAY, 1_000, null)));
        all.put(Script.RENEW, () -> store.renew(GROUP, List.of(delivery), LEASE));
        all.put(Script.REMOVE, () -> store.remove(GROUP, List.of("delayed")));
        all.put(Script.RESCHEDULE, () -> store.reschedule(GROUP, "delayed", 1_000, true));
        Change added = new Change.Add("1", task("t", "new", Duration.ofHours(1), IfExists.KEEP));
        all.put(Script.ADD_ONCE, () -> apply(added));
        all.put(Script.REMOVE_ONCE, () -> apply(new Change.Remove("2", "delayed")));
        all.put(Script.RESCHEDULE_ONCE, () -> apply(new Change.Reschedule("3", "delayed", 1_000, true)));
        all.put(Script.EDIT, () -> store.edit(GROUP, "delayed", (json, task) -> new TaskEdit.Edited(json, 1_000L)));
        all.put(Script.REQUEUE, () -> deadLetters.requeue(GROUP, List.of("dead")));
        all.put(Script.SET_RULES, () -> topics.pause(TOPIC));
        all.put(Script.REMOVE_TASKS, () -> topics.removeTasks(TOPIC, null));
        all.put(Script.REQUEUE_TOPIC, () -> deadLetters.requeueTopic(TOPIC, null, 0));
        all.put(Script.PURGE, () -> deadLetters.purgeTopic(TOPIC, null));
        // The topics would be read from the agenda first.
        all.put(
                Script.FORGET_TOPICS,
                () -> calls.script(
                        Script.FORGET_TOPICS,
                        calls.keys(GROUP).ofTopics(Script.FORGET_TOPICS, List.of("empty")),
                        List.of(bytes("empty"))));
        Flaw ghost = new Flaw(Kind.MEMBER_WITHOUT_TASK, "t", "ghost", List.of(TaskState.DELAYED), null);
        all.put(Script.REPAIR, () -> audit.repair(GROUP, ghost));
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "604800000|2097152||"})
    void scriptsThatChangeTasksShouldFailAndWriteNothing(String ofHistory) {
        rule = ofHistory;
        fill();
        fence();
        Map<Script, ThrowingCallable> changes = changes();
        assertThat(changes.keySet()).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(OTHERS)));
        RedisContents before = RedisContents.of(server.client());
        changes.forEach((script, change) -> {
            try (Jedis jedis = server.connect()) {
                jedis.scriptFlush();
                assertThatThrownBy(change, script.name())
                        .isInstanceOf(TaskStoreException.class)
                        .hasMessageContaining("WRONGTYPE");
                assertThat(jedis.scriptExists(new String(script.file().sha, StandardCharsets.UTF_8)))
                        .as(script + " was called")
                        .isTrue();
            }
            assertThat(RedisContents.of(server.client())).as(script.name()).isEqualTo(before);
        });
    }

    @Test
    void repairsShouldFailAndWriteNothing() {
        fill();
        fence();
        RedisContents before = RedisContents.of(server.client());
        List.of(
                        new Flaw(Kind.TASK_NOWHERE, "t", "nowhere", List.of(), null),
                        new Flaw(Kind.ERROR_WITHOUT_TASK, null, "nobody", List.of(), null),
                        new Flaw(Kind.REPEAT_WITHOUT_TASK, null, "nobody", List.of(), null),
                        new Flaw(Kind.RETRYING_WITHOUT_TASK, "t", "nobody", List.of(), null),
                        new Flaw(Kind.TAG_WITHOUT_TASK, null, "nobody", List.of(), "order=42"),
                        new Flaw(Kind.TASK_WITHOUT_TAG, "t", "nowhere", List.of(), null),
                        new Flaw(Kind.TOPIC_CHECKED_TOO_LATE, "late", "", List.of(), null))
                .forEach(flaw -> assertThatThrownBy(() -> audit.repair(GROUP, flaw))
                        .isInstanceOf(TaskStoreException.class)
                        .hasMessageContaining("WRONGTYPE"));
        assertThat(RedisContents.of(server.client())).isEqualTo(before);
    }

    /** A script that finds nothing to change would write the names of the changes. */
    @ParameterizedTest
    @ValueSource(strings = {"", "604800000|2097152||"})
    void changesOnceWithoutTasksShouldFailToo(String ofHistory) {
        rule = ofHistory;
        fill();
        fence();
        RedisContents before = RedisContents.of(server.client());
        for (Change change :
                List.of(new Change.Remove("1", "missing"), new Change.Reschedule("2", "missing", 1_000, true))) {
            assertThatThrownBy(() -> apply(change))
                    .isInstanceOf(TaskStoreException.class)
                    .hasMessageContaining("WRONGTYPE");
        }
        assertThat(RedisContents.of(server.client())).isEqualTo(before);
    }

    /** They would take the signal, which the tasks of the other layout need. */
    @Test
    void reservationsOfPausedAndOfEmptyTopicsShouldFailToo() {
        fill();
        for (String topic : List.of("paused", "empty")) {
            server.client().rpush("{g}:SIGNAL:" + topic, "1");
        }
        fence();
        RedisContents before = RedisContents.of(server.client());
        for (String topic : List.of("paused", "empty")) {
            assertThatThrownBy(() -> store.reserve(new TopicName(GROUP, topic), I, LEASE, 5))
                    .isInstanceOf(TaskStoreException.class)
                    .hasMessageContaining("WRONGTYPE");
        }
        assertThat(RedisContents.of(server.client())).isEqualTo(before);
    }

    /** So each of them fails because of the fence only. */
    @ParameterizedTest
    @ValueSource(strings = {"", "604800000|2097152||"})
    void theSameCallsShouldChangeTasksWithoutTheFence(String ofHistory) {
        rule = ofHistory;
        for (Script script : EnumSet.complementOf(EnumSet.copyOf(OTHERS))) {
            server.client().flushAll();
            leased.clear();
            fill();
            String before = RedisContents.of(server.client()).digest();
            try {
                changes().get(script).call();
            } catch (Throwable e) {
                throw new AssertionError(script.name(), e);
            }
            if (script != Script.FORGET_TOPICS) {
                assertThat(RedisContents.of(server.client()).digest())
                        .as(script.name())
                        .isNotEqualTo(before);
            }
        }
    }
}
