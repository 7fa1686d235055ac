package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.delayqueue.DeadReason;
import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.store.DeadLetterStore.Failed;
import io.delayqueue.store.DeadLetterStore.FailurePage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What operators do with dead letters, on every store. */
public abstract class DeadLettersContract extends StoreContract {

    protected DeadLettersContract(StoreUnderTest underTest) {
        super(underTest);
    }

    private static String failure(String type, @Nullable String rootCause) {
        return "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05Z\",\"type\":\"" + type + "\""
                + (rootCause == null ? "" : ",\"rootCause\":\"" + rootCause + "\"")
                + ",\"message\":\"\\\"type\\\":\\\"x\\\",\",\"stack\":\"" + "s".repeat(3_000) + "\"}";
    }

    private void bury(String id, String failure) {
        acknowledge(new Outcome.Dead(reserved(id), failure));
    }

    private void bury(int from, int until) {
        addAll(IntStream.range(from, until).mapToObj(i -> TestTasks.task("t", id(i), 1, false, detail("t", "x"))));
        pushAll();
        acknowledge(deliveries(until - from), delivery -> new Outcome.Dead(delivery, failure("a.B", null)));
    }

    private static String id(int i) {
        return "d%04d".formatted(i);
    }

    private List<String> failures(@Nullable String from, int limit) {
        return ids(cursor -> deadLetters().failures(topic, cursor, limit), from, limit);
    }

    @Test
    void failuresShouldComeWithTheirTypesTheNewestFirst() {
        bury("a", failure("a.B", null));
        untilTheNextMillisecond();
        bury("b", failure("a.B", "c.D"));
        untilTheNextMillisecond();
        bury("c", "{\"type\":7,\"other\":[{\"type\":\"no\"}],\"rootCause\":\"r.C\"}");
        untilTheNextMillisecond();
        bury("d", "no JSON");
        untilTheNextMillisecond();
        bury("e", failure("x".repeat(500), "c.D"));
        store().add(group, List.of(task("delayed", 60_000)));
        FailurePage page = deadLetters().failures(topic, null, 10);
        assertThat(page.total()).isEqualTo(5);
        assertThat(page.cursor()).isNull();
        assertThat(page.failures())
                .extracting(Failed::id, Failed::kind)
                .containsExactly(
                        tuple("e", Failures.kind("x".repeat(197) + "...", "c.D", null)),
                        tuple("d", Failures.kind(null, null, null)),
                        tuple("c", Failures.kind(null, "r.C", null)),
                        tuple("b", Failures.kind("a.B", "c.D", null)),
                        tuple("a", Failures.kind("a.B", null, null)));
        assertThat(page.failures())
                .allSatisfy(failed -> assertThat(find(failed.id()).stateUntil().toEpochMilli())
                        .isEqualTo(failed.at()));
    }

    @Test
    void failuresWithoutAStackShouldComeWithTheirReasons() {
        String[] reasons = {"card declined", "503", "€\u0001\"".repeat(333), null};
        for (int i = 0; i < reasons.length; i++) {
            Throwable reason = new RejectTaskException(reasons[i]);
            bury("r" + i, Failures.write(1, reason, Instant.EPOCH, DeadReason.REJECTED, false));
            untilTheNextMillisecond();
        }
        String type = RejectTaskException.class.getName();
        assertThat(deadLetters().failures(topic, null, 10).failures())
                .extracting(Failed::id, Failed::kind)
                .containsExactly(
                        tuple("r3", Failures.kind(type, null, "null")),
                        tuple("r2", Failures.kind(type, null, reasons[2].substring(0, 197) + "...")),
                        tuple("r1", Failures.kind(type, null, "503")),
                        tuple("r0", Failures.kind(type, null, "card declined")));
    }

    @Test
    void failuresOfATopicWithoutDeadLettersShouldBeNone() {
        assertThat(deadLetters().failures(topic, null, 10)).isEqualTo(new FailurePage(List.of(), 0, null));
        add("a", 60_000);
        assertThat(deadLetters().failures(topic, null, 10)).isEqualTo(new FailurePage(List.of(), 0, null));
    }

    @Test
    void failuresShouldGoOnBeforeTheLastPageThoughDeadLettersComeAndGo() {
        bury(0, 20);
        FailurePage first = deadLetters().failures(topic, null, 5);
        assertThat(first.failures()).extracting(Failed::id).containsExactly(id(19), id(18), id(17), id(16), id(15));
        assertThat(first.total()).isEqualTo(20);
        store().remove(group, List.of(id(15), id(19), id(12)));
        untilTheNextMillisecond();
        bury("new", failure("a.B", null));
        assertThat(failures(first.cursor(), 4))
                .containsExactlyElementsOf(IntStream.iterate(14, i -> i >= 0, i -> i - 1)
                        .filter(i -> i != 12)
                        .mapToObj(DeadLettersContract::id)
                        .toList());
    }

    @Test
    void eachFailureShouldComeOnceWhenManyDiedAtTheSameTime() {
        bury(0, 500);
        bury(500, 1_000);
        assertThat(failures(null, 170))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 1_000)
                        .mapToObj(DeadLettersContract::id)
                        .toList());
    }

    @Test
    void cursorOfAnotherWalkShouldBeRefused() {
        bury(0, 3);
        String list = topics().list(topic, TaskState.DEAD, null, 1, false).cursor();
        for (String cursor : new String[] {"", "x", list, group + "/t/failures/DELAYED/1/a"}) {
            assertThatThrownBy(() -> deadLetters().failures(topic, cursor, 10))
                    .as(cursor)
                    .isInstanceOf(InvalidTaskException.class)
                    .hasMessageStartingWith("from must come from a step of the same operation and topic, but is '");
        }
    }

    // --- selected dead letters

    @Test
    void selectedDeadLettersOfTheTopicAloneShouldBeReady() {
        bury(0, 5);
        inEveryState();
        assertThat(deadLetters()
                        .requeueSelected(topic, List.of(id(1), id(3), "delayed", "ready", "reserved", "nobody")))
                .isEqualTo(2);
        assertThat(deadLetters().requeueSelected(new TopicName(group, "u"), List.of(id(2))))
                .isZero();
        assertThat(find(id(1)).state()).isEqualTo(TaskState.READY);
        assertThat(find(id(1)).attempts()).isZero();
        assertThat(find(id(2)).state()).isEqualTo(TaskState.DEAD);
        assertThat(find("delayed").state()).isEqualTo(TaskState.DELAYED);
        assertThat(counts().dead()).isEqualTo(4);
        assertThat(deadLetters().requeueSelected(topic, List.of(id(1)))).isZero();
    }

    @Test
    void selectedDeadLettersOfTheTopicAloneShouldBePurged() {
        bury(0, 5);
        inEveryState();
        assertThat(deadLetters().purgeSelected(topic, List.of(id(1), id(3), "delayed", "ready", "reserved", "nobody")))
                .isEqualTo(2);
        assertThat(deadLetters().purgeSelected(new TopicName(group, "u"), List.of(id(2))))
                .isZero();
        assertThat(findOrNull(id(1))).isNull();
        assertThat(Counts.still(counts()))
                .isEqualTo(new TaskCounts(topic, 1, 1, 1, 4, false, null, Duration.ZERO, 0, 0));
        assertThat(deadLetters().purgeSelected(topic, List.of())).isZero();
    }

    @Test
    void aWholeBatchShouldBePurged() {
        bury(0, 500);
        assertThat(deadLetters()
                        .purgeSelected(
                                topic,
                                IntStream.range(0, 500)
                                        .mapToObj(DeadLettersContract::id)
                                        .toList()))
                .isEqualTo(500);
        assertThat(counts().total()).isZero();
    }

    @Test
    void requeuedTaskShouldBeWithoutADelivery() {
        add("a", 0);
        add("b", 0);
        pushAll();
        acknowledge(deliveries(2), delivery -> new Outcome.Dead(delivery, "{}"));
        deadLetters().requeue(group, List.of("a"));
        deadLetters().requeueTopic(topic, null, 0);
        assertThat(List.of(find("a"), find("b"))).allSatisfy(task -> {
            assertThat(task.attempts()).isZero();
            assertThat(task.instance()).isNull();
        });
        add("c", 0);
        pushAll();
        assertThat(reserve(3))
                .filteredOn(task -> task.delivery().id().equals("c"))
                .extracting(ReservedTask::requeuedAt)
                .containsExactly(0L);
    }

    // --- requeue at a pace

    @Test
    void pacedDeadLettersShouldBecomeDueOneAfterTheOther() {
        bury(0, 4);
        long before = storeMillis();
        assertThat(deadLetters().requeueTopic(topic, null, 60_000_000)).isEqualTo(new TopicStep(4, null));
        long after = storeMillis();
        List<Long> times = IntStream.range(0, 4)
                .mapToObj(i -> find(id(i)).stateUntil().toEpochMilli())
                .toList();
        long first = times.get(0);
        assertThat(first).isBetween(before, after);
        assertThat(times).containsExactly(first, first + 60_000, first + 120_000, first + 180_000);
        untilTheNextMillisecond();
        pushAll();
        assertThat(reserve(10)).satisfiesExactly(task -> {
            assertThat(task.delivery().id()).isEqualTo(id(0));
            assertThat(task.attempt()).isEqualTo(1);
            assertThat(task.requeuedAt()).isEqualTo(first);
        });
        assertThat(find(id(1)).state()).isEqualTo(TaskState.DELAYED);
        assertThat(find(id(1)).attempts()).isZero();
        assertThat(find(id(1)).lastError()).isNotNull();
    }

    @Test
    void furtherStepsShouldContinueThePace() {
        bury(0, 500);
        bury(500, 700);
        TopicStep first = deadLetters().requeueTopic(topic, null, 60_000_000);
        assertThat(first.tasks()).isEqualTo(500);
        assertThat(counts().dead()).isEqualTo(200);
        untilTheNextMillisecond();
        pushAll();
        assertThat(deliveries(1)).extracting(Delivery::id).containsExactly(id(0));
        bury("late", failure("a.B", null));
        assertThat(deadLetters().requeueTopic(topic, first.next(), 60_000_000)).isEqualTo(new TopicStep(200, null));
        assertThat(find("late").state()).isEqualTo(TaskState.DEAD);
        List<Long> times = list(topic, TaskState.DELAYED, null, 500, false).stream()
                .map(task -> task.stateUntil().toEpochMilli())
                .toList();
        assertThat(times)
                .containsExactlyElementsOf(IntStream.range(0, 699)
                        .mapToObj(i -> times.get(0) + i * 60_000L)
                        .toList());
    }

    @Test
    void aStepOfThePacedRequeueThatComesLateShouldNotMakeUpForIt() {
        bury(0, 3);
        long now = storeMillis();
        assertThat(deadLetters().requeueTopic(topic, now + 1_000 + "/" + (now - 60_000) * 1_000, 60_000_000))
                .isEqualTo(new TopicStep(3, null));
        assertThat(find(id(0)).stateUntil().toEpochMilli()).isGreaterThanOrEqualTo(now);
    }

    @Test
    void pacedDeadLettersShouldKeepTheirPriority() {
        add("low", 0, Priority.LOW, IfExists.KEEP);
        add("high", 0, Priority.HIGH, IfExists.KEEP);
        pushAll();
        acknowledge(deliveries(2), delivery -> new Outcome.Dead(delivery, "{}"));
        assertThat(deadLetters().requeueTopic(topic, null, 1).tasks()).isEqualTo(2);
        untilTheNextMillisecond();
        pushAll();
        assertThat(reserve(2)).extracting(StoreFixture::id).containsExactly("high", "low");
    }

    @Test
    void startOfAnotherWalkShouldBeRefused() {
        for (String from : List.of("", "1795312978000", "-1/5", "1/", "1/2/3", "x/y")) {
            assertThatThrownBy(() -> deadLetters().requeueTopic(topic, from, 1_000))
                    .as(from)
                    .isInstanceOf(InvalidTaskException.class)
                    .hasMessageStartingWith("from must come from a step of the same operation and topic, but is '");
        }
    }

    // --- requeue with another payload

    private static byte[] edited(byte[] before, String payload) {
        return new String(before, UTF_8).replace("\"dead\"", payload).getBytes(UTF_8);
    }

    @Test
    void editedDeadLetterShouldBeReadyWithItsOtherPayload() {
        inEveryState();
        long due = find("dead").dueAt().toEpochMilli();
        byte[][] seen = new byte[1][];
        assertThat(deadLetters().requeueEdited(group, "dead", before -> {
                    seen[0] = before;
                    return edited(before, "{\"other\":1}");
                }))
                .isTrue();
        assertThat(seen[0]).asString(UTF_8).isEqualTo("[" + due + ",\"t\",\"dead\"]");
        assertThat(find("dead")).satisfies(task -> {
            assertThat(task.state()).isEqualTo(TaskState.READY);
            assertThat(task.payload()).isEqualTo("{\"other\":1}");
            assertThat(task.attempts()).isZero();
            assertThat(task.dueAt().toEpochMilli()).isEqualTo(due);
            assertThat(task.lastError()).isNotNull();
        });
        assertThat(reserve(2)).anySatisfy(task -> {
            assertThat(task.delivery().id()).isEqualTo("dead");
            assertThat(task.attempt()).isEqualTo(1);
            assertThat(task.detail()).asString(UTF_8).isEqualTo("[" + due + ",\"t\",{\"other\":1}]");
        });
    }

    @Test
    void taskThatIsNoDeadLetterShouldNotBeEdited() {
        inEveryState();
        for (String id : List.of("delayed", "ready", "reserved", "nobody")) {
            assertThat(deadLetters().requeueEdited(group, id, before -> edited(before, "1")))
                    .as(id)
                    .isFalse();
        }
        assertThat(find("ready").payload()).isEqualTo("\"ready\"");
    }

    @Test
    void editThatThrowsShouldChangeNothing() {
        inEveryState();
        assertThatThrownBy(() -> deadLetters().requeueEdited(group, "dead", before -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(find("dead").state()).isEqualTo(TaskState.DEAD);
    }
}
