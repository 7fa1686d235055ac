package io.delayqueue.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.scenario.LogLines;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
                .containsExactly("WARN orders/remind: a task went to the dead letters; it was 7ZAq1 at attempt 5:"
                        + " java.io.IOException: no route (logging.level.io.delayqueue.internal=DEBUG shows each)");
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
                                        ": java.io.IOException: no route (logging.level.io.delayqueue.internal=DEBUG shows each)"))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith(
                                        "INFO orders/remind: an attempt failed, and is repeated; it was 7ZAq1 at attempt 1: "),
                        line -> assertThat(line)
                                .startsWith(
                                        "INFO orders/remind: 3 attempts in 60 s failed, and were repeated; the last was 7ZAq1 at"
                                                + " attempt 4: "));
    }

    @Test
    void reasonWithoutATaskAndTaskWithoutAReasonShouldBeSaid() {
        taskEvents.add(TOPIC, TaskEvent.UNHANDLED, new IOException("no route"));
        taskEvents.add(new TopicName("orders", "cancel"), TaskEvent.STALE, "7ZAq1", 2, null);
        assertThat(lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("ready again; the last failure: java.io.IOException: no route ("),
                        line -> assertThat(line).endsWith("lost its last writes; it was 7ZAq1 at attempt 2"));
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
                        "WARN orders/remind: 999 tasks in 60 s went to the dead letters; the last was id1000 at attempt 1:"
                                + " java.io.IOException: route 1000 (logging.level.io.delayqueue.internal=DEBUG shows each)");
    }

    @Test
    void whatHasNotBeenSaidShouldBeSaidAtTheEnd() {
        taskEvents.add(TOPIC, TaskEvent.EXPIRED, 3);
        taskEvents.add(TOPIC, TaskEvent.EXPIRED, 4);
        taskEvents.logAll();
        taskEvents.logAll();
        assertThat(lines())
                .containsExactly(
                        "WARN orders/remind: 3 tasks became ready again, for an instance let the lease end, or the store"
                                + " was away or lost the outcome",
                        "WARN orders/remind: 4 tasks in 0 s became ready again, for an instance let the lease end, or the"
                                + " store was away or lost the outcome");
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
        assertThat(lines()).singleElement().asString().contains("Broken, whose message cannot be read");
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

    @ParameterizedTest
    @EnumSource(TaskEvent.class)
    void everyTroubleShouldBeAboveDebug(TaskEvent event) {
        taskEvents.add(TOPIC, event, 2);
        assertThat(lines())
                .singleElement()
                .isEqualTo(event.level() + " orders/remind: " + event.count(2) + " " + event.sentence(2));
    }
}
