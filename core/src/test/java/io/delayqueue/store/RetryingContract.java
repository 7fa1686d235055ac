package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.TaskCounts;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.store.DeadLetterStore.Failed;
import io.delayqueue.store.DeadLetterStore.FailurePage;
import io.delayqueue.store.Outcome.NextOccurrence;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which tasks are being retried, on every store. */
public abstract class RetryingContract extends StoreContract {

    protected RetryingContract(StoreUnderTest underTest) {
        super(underTest);
    }

    private static String failure(String type) {
        return "{\"attempt\":1,\"at\":\"2026-01-02T03:04:05Z\",\"type\":\"" + type + "\",\"stack\":\"s\"}";
    }

    private static Outcome retry(Delivery delivery) {
        return new Outcome.Retry(delivery, 0, failure("a.B"), true);
    }

    /** Fails the first attempt, and begins the next one. */
    private Delivery retried(String id) {
        acknowledge(retry(reserved(id)));
        assertThat(retrying()).as("retried").contains(id);
        return pushed();
    }

    private List<String> retrying() {
        return retrying(topic, null, 500);
    }

    private List<String> retrying(TopicName name, @Nullable String from, int limit) {
        return ids(cursor -> deadLetters().retrying(name, cursor, limit), from, limit);
    }

    @Test
    void failedAndPostponedTasksShouldBeListedTheLatestNextAttemptFirst() {
        acknowledge(new Outcome.Retry(reserved("a"), 60_000, failure("a.B"), true));
        acknowledge(new Outcome.Retry(reserved("b"), 90_000, failure("c.D"), false));
        acknowledge(new Outcome.Retry(reserved("c"), 30_000, null, true));
        add("untried", 60_000);
        reserved("first");
        FailurePage page = deadLetters().retrying(topic, null, 10);
        assertThat(page.failures())
                .extracting(Failed::id, Failed::kind)
                .containsExactly(
                        tuple("b", Failures.kind("c.D", null, null)),
                        tuple("a", Failures.kind("a.B", null, null)),
                        tuple("c", Failures.kind(null, null, null)));
        assertThat(page.failures())
                .allSatisfy(failed -> assertThat(find(failed.id()).stateUntil().toEpochMilli())
                        .isEqualTo(failed.at()));
        assertThat(page.total()).isEqualTo(3);
        assertThat(page.cursor()).isNull();
        assertThat(counts().retrying()).isEqualTo(3);
    }

    @Test
    void retriedTaskShouldBeListedUntilItFinishes() {
        Delivery second = retried("a");
        assertThat(find("a").state()).isEqualTo(TaskState.RESERVED);
        assertThat(retrying()).as("while it runs").containsExactly("a");
        acknowledge(retry(second));
        Delivery third = pushed();
        assertThat(retrying()).as("once").containsExactly("a");
        assertThat(acknowledge(retry(second))).as("stale").hasSize(1);
        acknowledge(new Outcome.Finished(third));
        assertThat(retrying()).isEmpty();
        assertThat(acknowledge(retry(third))).as("sent after the end").hasSize(1);
        assertThat(retrying()).isEmpty();
    }

    @Test
    void lostLeaseShouldNotBeListedAndAReleasedTaskShouldStay() {
        add("a", 0);
        pushAll();
        store().reserve(topic, "crashed", Duration.ofMillis(1), 1);
        pushAll();
        assertThat(retrying()).isEmpty();
        acknowledge(new Outcome.Released(reserve(1).get(0).delivery(), true));
        assertThat(retrying()).isEmpty();
        acknowledge(retry(reserve(1).get(0).delivery()));
        acknowledge(new Outcome.Released(pushed(), false));
        assertThat(retrying()).containsExactly("a");
        assertThat(Counts.still(counts()))
                .isEqualTo(new TaskCounts(topic, 0, 1, 0, 0, false, null, Duration.ZERO, 0, 1));
    }

    @Test
    void deadLetterShouldBeListedNeitherBeforeNorAfterItsRequeue() {
        acknowledge(new Outcome.Dead(retried("a"), failure("a.B")));
        assertThat(retrying()).isEmpty();
        deadLetters().requeue(group, List.of("a"));
        assertThat(retrying()).isEmpty();
        acknowledge(retry(reserve(1).get(0).delivery()));
        assertThat(retrying()).containsExactly("a");
        acknowledge(new Outcome.Dead(pushed(), null, false, null));
        assertThat(findOrNull("a")).as("dropped").isNull();
        assertThat(retrying()).isEmpty();
    }

    @Test
    void occurrenceShouldLeaveTheListWithItsEndWhetherItFailedOrNot() {
        for (String error : new String[] {failure("a.B"), null}) {
            NewTask task = new NewTask(
                    "t",
                    "r",
                    0,
                    true,
                    "\"t\",1,{\"repeat\":{\"delay\":1000}}]".getBytes(UTF_8),
                    TestTasks.mode(Priority.NORMAL, IfExists.REPLACE, true));
            add(task);
            acknowledge(retry(pushed()));
            assertThat(retrying()).containsExactly("r");
            acknowledge(new NextOccurrence(pushed(), NextOccurrence.Timing.DELAY, 60_000, error));
            assertThat(retrying()).isEmpty();
            assertThat(find("r").state()).isEqualTo(TaskState.DELAYED);
        }
    }

    @Test
    void removedAndReplacedTasksShouldLeaveTheList() {
        for (String id : List.of("delayed", "replaced", "left")) {
            acknowledge(new Outcome.Retry(reserved(id), 60_000, failure("a.B"), true));
        }
        retried("reserved");
        retried("replaced while it runs");
        acknowledge(retry(retried("ready")));
        pushAll();
        assertThat(retrying()).hasSize(6);
        add("replaced", 60_000, Priority.NORMAL, IfExists.REPLACE);
        add("replaced while it runs", 60_000, Priority.NORMAL, IfExists.REPLACE);
        store().remove(group, List.of("delayed", "ready", "reserved"));
        assertThat(retrying()).containsExactly("left");
    }

    @Test
    void removalOfAllTasksShouldLeaveTheList() {
        acknowledge(new Outcome.Retry(reserved("delayed"), 60_000, failure("a.B"), true));
        acknowledge(retry(retried("ready")));
        pushAll();
        add("untried", 60_000);
        toTheEnd(from -> topics().removeTasks(topic, from));
        assertThat(retrying()).isEmpty();
    }

    @Test
    void removalOfTasksBehindOthersOfTheirKeyShouldLeaveTheList() {
        for (String id : List.of("a", "b")) {
            add(TestTasks.task("t", id, 0, true, detail("t:k", id)));
            Delivery first = pushed();
            acknowledge(new Outcome.Retry(first, 60_000, failure("a.B"), true));
            store().reschedule(group, id, 120_000, true);
        }
        store().reschedule(group, "a", 0, true);
        store().reschedule(group, "b", 0, true);
        pushAll();
        assertThat(retrying()).hasSize(2);
        toTheEnd(from -> topics().removeTasks(topic, from));
        assertThat(retrying()).isEmpty();
    }

    @Test
    void rescheduledTaskShouldStayInTheList() {
        acknowledge(new Outcome.Retry(reserved("a"), 60_000, failure("a.B"), true));
        store().reschedule(group, "a", 120_000, true);
        assertThat(retrying()).containsExactly("a");
        store().reschedule(group, "a", 0, true);
        acknowledge(new Outcome.Finished(pushed()));
        assertThat(retrying()).isEmpty();
    }

    @Test
    void tasksOfSeveralTopicsInOneCallShouldEachBeInTheListOfTheirs() {
        TopicName other = new TopicName(group, "u");
        add("a", 0);
        add(TestTasks.task("u", "b", 0, true, detail("u", "b")));
        pushAll();
        Delivery a = reserve(1).get(0).delivery();
        Delivery b = store().reserve(other, "i", LEASE, 1).tasks().get(0).delivery();
        acknowledge(retry(a), retry(b));
        assertThat(retrying()).containsExactly("a");
        assertThat(retrying(other, null, 10)).containsExactly("b");
        assertThat(topics().count(group, List.of("u", "t")))
                .extracting(TaskCounts::retrying)
                .containsExactly(1L, 1L);
        pushAll();
        a = reserve(1).get(0).delivery();
        b = store().reserve(other, "i", LEASE, 1).tasks().get(0).delivery();
        acknowledge(new Outcome.Finished(a), new Outcome.Finished(b));
        assertThat(counts().retrying()).isZero();
        assertThat(retrying()).isEmpty();
        assertThat(retrying(other, null, 10)).isEmpty();
    }

    @Test
    void pagesShouldGoOnThoughTasksComeAndGo() {
        addAll(IntStream.range(0, 20).mapToObj(i -> task("d%02d".formatted(i), 0)));
        pushAll();
        acknowledge(deliveries(20), one -> new Outcome.Retry(one, 60_000, failure("a.B"), true));
        FailurePage first = deadLetters().retrying(topic, null, 5);
        assertThat(first.failures()).extracting(Failed::id).containsExactly("d19", "d18", "d17", "d16", "d15");
        store().remove(group, List.of("d15", "d19", "d12"));
        assertThat(retrying(topic, first.cursor(), 4))
                .containsExactlyElementsOf(Stream.of(14, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
                        .map(i -> "d%02d".formatted(i))
                        .toList());
    }

    @Test
    void cursorOfOtherPagesShouldBeRefused() {
        acknowledge(retry(reserved("a")));
        for (String cursor : new String[] {"", "x", group + ":t/failures/0/1/a", group + ":u/retrying/0/1/0/a"}) {
            assertThatThrownBy(() -> deadLetters().retrying(topic, cursor, 1))
                    .isExactlyInstanceOf(InvalidTaskException.class)
                    .hasMessageContaining("cursor");
        }
    }
}
