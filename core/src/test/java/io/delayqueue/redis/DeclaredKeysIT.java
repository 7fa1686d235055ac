package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.limit.Limit;
import io.delayqueue.monitor.AuditFinding.Kind;
import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.BackendFixture;
import io.delayqueue.store.Change;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.ReservedTask;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.Commands.Command;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds each call to the keys that it declares. While a cluster moves a slot, a key that is not declared may be on another node; the call
 * is only sure to wait if it also declares {@code {G}:NEVER}.
 */
class DeclaredKeysIT extends BackendFixture {

    private final Pattern key = Pattern.compile("\"(\\{" + group + "}:[^\" ]*)\"");

    private final TopicName other = new TopicName(group, "u");

    DeclaredKeysIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }

    @Test
    void callsShouldTouchNoKeyThatTheyDoNotDeclare() {
        List<String> touched = new ArrayList<>();
        Set<String> declared = new TreeSet<>();
        int[] checked = new int[1];
        for (Command command : Commands.during(RedisServer.shared(), this::everyStep)) {
            Set<String> keys = new TreeSet<>();
            key.matcher(command.arguments()).results().forEach(found -> keys.add(found.group(1)));
            keys.removeIf(name -> name.contains(":WAKE:"));
            if (keys.isEmpty()) {
                continue;
            }
            if (!command.inScript()) {
                declared.clear();
                declared.addAll(keys);
            } else if (!declared.contains("{" + group + "}:NEVER")) {
                checked[0]++;
                keys.stream()
                        .filter(name -> !declared.contains(name))
                        .forEach(name -> touched.add(command + ": " + name));
            }
        }
        assertThat(touched).isEmpty();
        assertThat(checked[0]).as("commands").isGreaterThan(80);
    }

    private static Outcome recorded(Outcome outcome) {
        return outcome.with(new AttemptRecord(0, 1L, 1L, 1, "", true));
    }

    private void everyStep() {
        backend.history().declare(topic, "", "604800000|2097152||");
        add("a", 0);
        add("b", 0, Priority.HIGH, IfExists.KEEP);
        add("c", 0, Priority.LOW, IfExists.REPLACE);
        store().add(group, List.of(task("d", 0), TestTasks.task("u", "e", 0, true, detail("u", "x"))));
        store().add(group, List.of(TestTasks.task("u", "f", 1_000, false, detail("u", "x"))));
        NewTask.AddMode repeating = TestTasks.mode(Priority.NORMAL, IfExists.KEEP, true);
        byte[] rate = "\"v\",1,{\"repeat\":{\"rate\":10000}}]".getBytes(UTF_8);
        store().add(group, List.of(new NewTask("v", "g", 60_000, true, rate, repeating)));
        NewTask.AddMode unique = new NewTask.AddMode(Priority.NORMAL, IfExists.KEEP, false, 1, 61_000, 0);
        byte[] window = "\"v\",1,{\"uniqueFor\":1}]".getBytes(UTF_8);
        store().add(group, List.of(new NewTask("v", "h", 60_000, false, window, unique)));
        NewTask.AddMode last = new NewTask.AddMode(Priority.NORMAL, IfExists.REPLACE, false, 0, 0, 60_000);
        byte[] debounced = "\"v\",1,{\"longestWait\":60000}]".getBytes(UTF_8);
        for (int i = 0; i < 2; i++) {
            store().add(group, List.of(new NewTask("v", "i", 50_000, true, debounced, last)));
        }
        topics().repeating(group, null, 10);
        store().remove(group, List.of("h", "i"));
        List<Change> once = List.of(
                new Change.Add("1", task("m", 60_000)),
                new Change.Reschedule("2", "m", 70_000, true),
                new Change.Remove("3", "m"));
        store().apply(group, once, 4_000_000_000_000L);
        store().confirm(group, List.of("1", "2", "3"));
        pushAll();
        List<Delivery> all = new ArrayList<>(reservedOf(topic));
        all.addAll(reservedOf(other));
        assertThat(all).hasSize(6);
        store().renew(group, all, LEASE);
        acknowledge(new Outcome.Retry(all.get(0), 0, "{}", true), new Outcome.Retry(all.get(4), 0, null, true));
        acknowledge(recorded(new Outcome.Dead(all.get(1), "{}")), recorded(new Outcome.Dead(all.get(5), "{}")));
        acknowledge(recorded(new Outcome.NextOccurrence(all.get(2), Outcome.NextOccurrence.Timing.DELAY, 0, "{}")));
        acknowledge(new Outcome.Released(all.get(3), false));
        untilTheNextMillisecond();
        store().pushAndReserve(topic, "i", List.of("t", "u"), ExpectedTime.NONE, LEASE, 10);
        store().reclaim(topic, "i", 0, List.of());
        pushAll();
        List<Delivery> again = new ArrayList<>(reservedOf(topic));
        again.addAll(reservedOf(other));
        assertThat(store().interrupt(group, again.get(0).id(), null)).isTrue();
        store().acknowledge(
                        group,
                        again.stream()
                                .map(one -> recorded(new Outcome.Finished(one)))
                                .toList());
        deadLetters().requeue(group, List.of("b"));
        deadLetters().requeueEdited(group, "f", before -> before);
        deadLetters().failures(other, null, 10);
        deadLetters().retrying(topic, null, 10);
        deadLetters().requeueSelected(other, List.of("f"));
        deadLetters().requeueTopic(other, null, 1_000);
        deadLetters().purgeSelected(other, List.of("f"));
        deadLetters().requeueTopic(other, null, 0);
        store().reschedule(group, "b", 60_000, true);
        store().edit(group, "b", (json, task) -> new TaskEdit.Edited(json, 1_000L));
        store().find(group, List.of("a", "b"));
        topics().pause(topic);
        topics().hold(topic, Instant.EPOCH);
        topics().resume(topic);
        limited();
        keyed();
        topics().count(group, List.of());
        for (TaskState state : TaskState.values()) {
            topics().list(topic, state, null, 10, true);
            backend.audit().members(group, state, "t", null);
        }
        AuditStore.Page page = backend.audit().tasks(group, null);
        while (page.next() != null) {
            page = backend.audit().tasks(group, page.next());
        }
        Stream.of(topic, other).forEach(name -> {
            deadLetters().trim(name, new DeadLetterRetention(Duration.ofDays(1), 1));
            deadLetters().purgeTopic(name, null);
            topics().removeTasks(name, null);
        });
        store().remove(group, List.of("a", "b", "g"));
        backend.audit().repair(group, new AuditStore.Flaw(Kind.TAG_WITHOUT_TASK, null, "g", List.of(), "order=42"));
        backend.audit().repair(group, new AuditStore.Flaw(Kind.TASK_WITHOUT_TAG, "t", "a", List.of(), null));
        backend.audit().repair(group, new AuditStore.Flaw(Kind.REPEAT_WITHOUT_TASK, null, "g", List.of(), null));
        topics().forgetEmpty(group, List.of());
        assertThat(backend.history().search(topic, HistoryQuery.ALL).records())
                .extracting(TaskRecord::outcome)
                .contains(RecordedOutcome.FINISHED, RecordedOutcome.DEAD, RecordedOutcome.REMOVED);
        backend.history().declare(topic, "604800000|2097152||", "1000|2097152||");
        backend.history().search(topic, HistoryQuery.ALL.id("a"));
        backend.history().forget(topic, "a");
        backend.history().clear(topic, true);
        backend.instances().heartbeat(group, "i", "{\"n\":1}");
        backend.instances().heartbeats(group);
        backend.instances()
                .recordWork(group, backend.instances().work(group, true).sums(), "1", Map.of("0", "[1]"));
        backend.instances().leave(group, "i");
        store().resign(group, "i");
    }

    private void keyed() {
        TopicName ordered = new TopicName(group, "w");
        store().add(
                        group,
                        Stream.of("x", "y", "z")
                                .map(id -> TestTasks.task("w", id, 0, true, "\"w:k\",1]".getBytes(UTF_8)))
                                .toList());
        pushAll();
        topics().keys(ordered, 10);
        topics().tasksOfKey(ordered, "k", 10);
        topics().list(ordered, TaskState.READY, null, 10, false);
        acknowledge(new Outcome.Finished(reservedOf(ordered).get(0)));
        store().reschedule(group, "y", 60_000, true);
        assertThat(topics().keys(ordered, 10).behind()).isZero();
        topics().removeTasks(ordered, null);
        store().remove(group, List.of("y", "z"));
    }

    private void limited() {
        Limit limit = Limit.of(group, "shared").concurrency(1).rate(1, TimeUnit.HOURS);
        Declaration declaration = new Declaration(
                List.of(limit),
                Map.of(
                        "t",
                        new LeaseRule(List.of("shared"), null, 1, 0),
                        "u",
                        new LeaseRule(List.of("shared"), null, 1, 0),
                        "v",
                        new LeaseRule(List.of("shared"), null, 1, 0)));
        backend.limits().declare(group, declaration, (key, text) -> false);
        backend.limits().hold(group, "shared", Instant.EPOCH);
        backend.limits().list(group);
        backend.limits().audit(group, true);
        store().add(group, List.of(task("k", 0), task("l", 0)));
        pushAll();
        List<Delivery> one = reservedOf(topic);
        assertThat(one).hasSize(1);
        acknowledge(new Outcome.Released(one.get(0), true, new Outcome.Hold("shared", 0)));
        acknowledge(new Outcome.Finished(one.get(0)));
        backend.limits().set(limit.concurrency(2));
        backend.limits().reset(group, "shared");
        backend.limits().remove(group, "shared");
        store().remove(group, List.of("k", "l"));
    }

    private List<Delivery> reservedOf(TopicName name) {
        return store().reserve(name, "i", LEASE, 10).tasks().stream()
                .map(ReservedTask::delivery)
                .toList();
    }
}
