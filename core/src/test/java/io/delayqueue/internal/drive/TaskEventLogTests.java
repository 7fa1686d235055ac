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
        taskEvents.add(TOPIC, TaskEvent.DEAD, 1, new IOException("no route"));
        assertThat(lines())
                .containsExactly("WARN orders/remind: a task went to the dead letters; the last failure (the logger"
                        + " io.delayqueue.internal.run.TaskRunner has each at DEBUG): java.io.IOException: no route");
    }

    @Test
    void theRestOfAMinuteShouldBeSaidTogetherAtItsEnd() {
        for (int i = 1; i <= 1_000; i++) {
            taskEvents.add(TOPIC, TaskEvent.DEAD, 1, new IOException("route " + i));
        }
        pass(59);
        assertThat(lines()).hasSize(1);
        pass(1);
        pass(600);
        assertThat(lines())
                .hasSize(2)
                .last()
                .isEqualTo(
                        "WARN orders/remind: 999 tasks in 60 s went to the dead letters; the last failure (the logger"
                                + " io.delayqueue.internal.run.TaskRunner has each at DEBUG): java.io.IOException: route 1000");
    }

    @Test
    void whatHasNotBeenSaidShouldBeSaidAtTheEnd() {
        taskEvents.add(TOPIC, TaskEvent.EXPIRED, 3, null);
        taskEvents.add(TOPIC, TaskEvent.EXPIRED, 4, null);
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
        taskEvents.add(TOPIC, TaskEvent.DEAD, 1, new IOException("a"));
        taskEvents.add(TOPIC, TaskEvent.MISSED, 1, new IOException("b"));
        taskEvents.add(new TopicName("orders", "cancel"), TaskEvent.DEAD, 1, new IOException("c"));
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
        taskEvents.add(TOPIC, TaskEvent.DEAD, 1, new Broken());
        assertThat(lines()).singleElement().asString().endsWith("Broken, whose message cannot be read");
    }

    @Test
    void longMessageShouldBeCut() {
        taskEvents.add(TOPIC, TaskEvent.RETRIED, 1, new IOException("x".repeat(10_000)));
        assertThat(lines()).singleElement().asString().startsWith("INFO").hasSizeLessThan(600);
    }

    @ParameterizedTest
    @EnumSource(TaskEvent.class)
    void everyTroubleShouldBeAboveDebug(TaskEvent event) {
        taskEvents.add(TOPIC, event, 2, null);
        assertThat(lines()).singleElement().isEqualTo(event.level() + " orders/remind: 2 tasks " + event.sentence());
    }
}
