package io.delayqueue.internal.drive;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.scenario.LogLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskEventLogTests {

    private static final TopicName TOPIC = new TopicName("orders", "remind");

    private final AtomicLong now = new AtomicLong();

    private final TaskEventLog taskEvents = new TaskEventLog(now::get);

    @AutoClose
    private final LogLines log = new LogLines(TaskEventLog.class);

    private List<String> lines() {
        return log.with("");
    }

    private void pass(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        taskEvents.logDue();
    }

    @Test
    void theFirstShouldBeSaidAtOnce() {
        taskEvents.add(TOPIC, TaskEvent.DEAD, "7ZAq1", 5, new IOException("no route"));
        assertThat(lines())
                .containsExactly("WARN orders/remind: a task went to the dead letters; it was attempt 5 of 7ZAq1:"
                        + " java.io.IOException: no route (the logger io.delayqueue.internal has each at DEBUG)");
    }

    @Test
    void attemptsOfOneTaskShouldNotBeCountedAsTasks() {
        for (int attempt = 1; attempt <= 4; attempt++) {
            taskEvents.add(TOPIC, TaskEvent.RETRIED, "7ZAq1", attempt, new IOException("no route"));
        }
        pass(60);
        assertThat(lines())
                .hasSize(2)
                .allSatisfy(
                        line -> assertThat(line)
                                .endsWith(
                                        ": java.io.IOException: no route (the logger io.delayqueue.internal has each at DEBUG)"))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith(
                                        "INFO orders/remind: an attempt failed, and will be repeated; it was attempt 1 of 7ZAq1: "),
                        line -> assertThat(line)
                                .startsWith(
                                        "INFO orders/remind: 3 attempts in 60 s failed, and had to be repeated; the last was"
                                                + " attempt 4 of 7ZAq1: "));
    }

    @Test
    void reasonWithoutATaskAndTaskWithoutAReasonShouldBeSaid() {
        taskEvents.add(TOPIC, TaskEvent.UNHANDLED, null, 0, new IOException("no route"));
        taskEvents.add(new TopicName("orders", "cancel"), TaskEvent.STALE, "7ZAq1", 2, null);
        assertThat(lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("leases end; the last failure: java.io.IOException: no route ("),
                        line -> assertThat(line).endsWith("lost its last writes; it was attempt 2 of 7ZAq1"));
    }

    @Test
    void theRestOfAMinuteShouldBeSaidTogetherAtItsEnd() {
        for (int i = 1; i <= 1_000; i++) {
            taskEvents.add(TOPIC, TaskEvent.DEAD, "id" + i, 1, new IOException("route " + i));
        }
        pass(59);
        assertThat(lines()).hasSize(1);
        pass(1);
        pass(600);
        assertThat(lines())
                .hasSize(2)
                .last()
                .isEqualTo(
                        "WARN orders/remind: 999 tasks in 60 s went to the dead letters; the last was attempt 1 of id1000:"
                                + " java.io.IOException: route 1000 (the logger io.delayqueue.internal has each at DEBUG)");
    }

    @Test
    void whatHasNotBeenSaidShouldBeSaidAtTheEnd() {
        taskEvents.add(TOPIC, TaskEvent.EXPIRED, 3);
        taskEvents.add(TOPIC, TaskEvent.EXPIRED, 4);
        taskEvents.logAll();
        taskEvents.logAll();
        assertThat(lines())
                .containsExactly(
                        "WARN orders/remind: 3 tasks became ready again, because an instance let the lease end, or the store"
                                + " was unreachable or lost the outcome",
                        "WARN orders/remind: 4 tasks in 0 s became ready again, because an instance let the lease end, or the"
                                + " store was unreachable or lost the outcome");
    }

    @Test
    void topicsAndEventsShouldNotSilenceEachOther() {
        taskEvents.add(TOPIC, TaskEvent.DEAD, "a", 1, new IOException("a"));
        taskEvents.add(TOPIC, TaskEvent.MISSED, "b", 1, new IOException("b"));
        taskEvents.add(new TopicName("orders", "cancel"), TaskEvent.DEAD, "c", 1, new IOException("c"));
        assertThat(lines()).hasSize(3);
    }

    @Test
    void failureThatCannotBeWrittenShouldBeSaidByItsName() {
        class Broken extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException();
            }
        }
        taskEvents.add(TOPIC, TaskEvent.DEAD, "a", 1, new Broken());
        assertThat(lines())
                .singleElement()
                .asString()
                .endsWith("Broken, whose message cannot be read (the logger io.delayqueue.internal has each at DEBUG)");
    }

    @Test
    void rootCauseShouldBeNamed() {
        IOException root = new IOException("connection refused");
        taskEvents.add(
                TOPIC,
                TaskEvent.RETRIED,
                "a",
                1,
                new IllegalStateException("no mail", new IllegalArgumentException("no server", root)));
        assertThat(lines())
                .singleElement()
                .asString()
                .contains(
                        "java.lang.IllegalStateException: no mail, caused by java.io.IOException: connection refused (");
    }

    @Test
    void longMessageShouldBeCut() {
        taskEvents.add(TOPIC, TaskEvent.RETRIED, "a", 1, new IOException("x".repeat(10_000)));
        assertThat(lines()).singleElement().asString().startsWith("INFO").hasSizeLessThan(600);
    }

    @Test
    void oneMoreOfAMinuteShouldBeSaidAsPast() {
        taskEvents.add(TOPIC, TaskEvent.RETRIED, "a", 1, new IOException("no route"));
        taskEvents.add(TOPIC, TaskEvent.RETRIED, "a", 2, new IOException("no route"));
        pass(60);
        assertThat(lines())
                .last()
                .asString()
                .startsWith(
                        "INFO orders/remind: an attempt in 60 s failed, and had to be repeated; it was attempt 2 of a: ");
    }

    static Stream<Throwable> odd() {
        IOException cycle = new IOException("first");
        cycle.initCause(new IOException("second", cycle));
        return Stream.of(cycle, new IOException("outer", new Evil()), new Evil());
    }

    private static final class Evil extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new StackOverflowError();
        }

        @Override
        public Throwable getCause() {
            throw new IllegalStateException();
        }
    }

    @ParameterizedTest
    @MethodSource("odd")
    void failureWithOddCausesShouldBeSaidOnce(Throwable failure) {
        taskEvents.add(TOPIC, TaskEvent.RETRIED, "a", 1, failure);
        taskEvents.logAll();
        assertThat(lines()).singleElement().asString().contains("it was attempt 1 of a: ");
    }

    @Test
    void rootCauseThatSaysTheSameShouldBeLeftOut() {
        IOException root = new IOException("no route");
        taskEvents.add(TOPIC, TaskEvent.RETRIED, "a", 1, new UncheckedIOException(root));
        assertThat(lines()).singleElement().asString().doesNotContain("caused by");
    }

    @Test
    void everyTroubleShouldBeASentence() {
        for (TaskEvent event : TaskEvent.values()) {
            taskEvents.add(TOPIC, event, 1);
            taskEvents.add(TOPIC, event, 2);
        }
        taskEvents.logAll();
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "INFO orders/remind: an attempt failed, and will be repeated",
                        "WARN orders/remind: a task went to the dead letters",
                        "INFO orders/remind: an attempt held a limit or the topic, without being counted",
                        "WARN orders/remind: an attempt held a limit or the topic for a shorter time than asked for, which is"
                                + " longer than delayqueue.max-hold",
                        "INFO orders/remind: a task expired, and left the queue",
                        "WARN orders/remind: an occurrence failed for good; a repeating task goes on with its next",
                        "WARN orders/remind: an attempt ended with an outcome that came too late: the lease had ended, which means a"
                                + " second run, or the task was removed, or the store lost its last writes",
                        "WARN orders/remind: a task became ready again, because an instance let the lease end, or the store was unreachable or"
                                + " lost the outcome",
                        "ERROR orders/remind: an attempt ran out of time and failed, but the callback ignores interruption and may"
                                + " still be running; another thread takes the place",
                        "ERROR orders/remind: an attempt ran out of time and failed, but the callback ignores interruption and may"
                                + " still be running; too many have not come back for another thread to take the place",
                        "ERROR orders/remind: an attempt ended, but the outcome could not be made, and the task went back to the"
                                + " store",
                        "ERROR orders/remind: a failed attempt got the default back-off, because the retry policy failed too",
                        "WARN orders/remind: an add in the callback of a task had the id of this task and changed nothing, because"
                                + " IfExists.KEEP leaves it as it is, so it ends with its callback. To run it again, add it with"
                                + " IfExists.REPLACE, or let it repeat (repeat)",
                        "WARN orders/remind: a call of the store for pulled tasks failed; the tasks become ready again when their"
                                + " leases end",
                        "WARN orders/remind: a task went to the dead letters without a call of the listeners: too many calls wait,"
                                + " or the engine has stopped",
                        "ERROR orders/remind: a task went to the dead letters, where a listener failed",
                        "INFO orders/remind: 2 attempts in 0 s failed, and had to be repeated",
                        "WARN orders/remind: 2 tasks in 0 s went to the dead letters",
                        "INFO orders/remind: 2 attempts in 0 s held a limit or the topic, without being counted",
                        "WARN orders/remind: 2 attempts in 0 s held a limit or the topic for a shorter time than asked for, which"
                                + " is longer than delayqueue.max-hold",
                        "INFO orders/remind: 2 tasks in 0 s expired, and left the queue",
                        "WARN orders/remind: 2 occurrences in 0 s failed for good; a repeating task goes on with its next",
                        "WARN orders/remind: 2 attempts in 0 s ended with an outcome that came too late: the lease had ended, which"
                                + " means a second run, or the task was removed, or the store lost its last writes",
                        "WARN orders/remind: 2 tasks in 0 s became ready again, because an instance let the lease end, or the store was"
                                + " unreachable or lost the outcome",
                        "ERROR orders/remind: 2 attempts in 0 s ran out of time and failed, but the callback ignores interruption and"
                                + " may still be running; another thread takes the place",
                        "ERROR orders/remind: 2 attempts in 0 s ran out of time and failed, but the callback ignores interruption and"
                                + " may still be running; too many have not come back for another thread to take the place",
                        "ERROR orders/remind: 2 attempts in 0 s ended, but the outcome could not be made, and the task went back to"
                                + " the store",
                        "ERROR orders/remind: 2 failed attempts in 0 s got the default back-off, because the retry policy failed too",
                        "WARN orders/remind: 2 adds in 0 s in the callback of a task had the id of this task and changed nothing, because"
                                + " IfExists.KEEP leaves it as it is, so it ends with its callback. To run it again, add it with"
                                + " IfExists.REPLACE, or let it repeat (repeat)",
                        "WARN orders/remind: 2 calls of the store in 0 s for pulled tasks failed; the tasks become ready again when"
                                + " their leases end",
                        "WARN orders/remind: 2 tasks in 0 s went to the dead letters without a call of the listeners: too many calls"
                                + " wait, or the engine has stopped",
                        "ERROR orders/remind: 2 tasks in 0 s went to the dead letters, where a listener failed");
    }

    /** The table of docs/observability.md. With {@code -Ddelayqueue.docs.write} it is written first. */
    @Test
    void linesOfThePageShouldBeThoseThereAre() throws IOException {
        Path file = Path.of("..", "docs", "observability.md");
        String page = Files.readString(file);
        String lines = Stream.of(TaskEvent.values())
                .map(event -> "| %s | %s %s |".formatted(event.level, event.count(1), event.sentence(false)))
                .collect(joining("\n", "\n| level | line |\n|---|---|\n", "\n\n"));
        String current =
                page.replaceFirst("(?<=<!-- lines: made of TaskEvent -->\n)[^<]*", Matcher.quoteReplacement(lines));
        if (System.getProperty("delayqueue.docs.write") != null) {
            Files.writeString(file, current);
            page = current;
        }
        assertThat(page).as("-Ddelayqueue.docs.write writes the lines").isEqualTo(current);
    }
}
