package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.DeadLetter;
import io.delayqueue.DeadReason;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.callback.WhenExpired;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.monitor.TaskOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tasks that are too late to begin. */
class KitExpiryTests extends WithKit {

    private static final List<DeadLetter> LETTERS = new ArrayList<>();

    private static final List<TaskOutcome> OUTCOMES = new ArrayList<>();

    private static final Duration MINUTE = Duration.ofMinutes(1);

    KitExpiryTests() {
        super(DelayQueueTestKit.builder()
                .configure(engine -> engine.extend(extensions -> {
                    extensions.addDeadLetterListener(LETTERS::add);
                    extensions.addObserver(new EngineObserver() {
                        @Override
                        public void ended(TopicName topic, TaskOutcome outcome) {
                            OUTCOMES.add(outcome);
                        }
                    });
                })));
        LETTERS.clear();
        OUTCOMES.clear();
    }

    private void on(TopicOptions options) {
        kit.queue().on("g", "t", String.class, (payload, task) -> log(payload), options);
    }

    /** Lets time pass while the topic is paused, and resumes the topic. */
    private void pauseFor(Duration length) {
        kit.service().topic("g", "t").pause();
        kit.advance(length);
        kit.service().topic("g", "t").resume();
        kit.runDue();
    }

    private TaskInfo only() {
        assertThat(kit.tasks()).hasSize(1);
        return kit.tasks().get(0);
    }

    @Test
    void taskShouldBeginAtItsLastTimeAndNotAfterIt() {
        on((payload, task) -> log(payload));
        add(task("punctual").notAfter(START.plus(MINUTE)));
        add(task("late").notAfter(START.plus(MINUTE).minusMillis(1)));
        pauseFor(MINUTE);
        assertThat(log).containsExactly("punctual@60.0s");
        assertThat(only().id()).isEqualTo("late");
    }

    @Test
    void timesThatAreOverInVirtualTimeShouldBeRefused() {
        kit.advance(MINUTE);
        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(() -> add(task("a").notAfter(START.plus(MINUTE).minusMillis(1))))
                .withMessageStartingWith("notAfter must not be before the due time: ");
        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(
                        () -> add(task("a").dueBetween(START, START.plus(MINUTE).minusMillis(1))))
                .withMessageStartingWith("dueBetween must not be over by the store's time");
        assertThat(kit.tasks()).isEmpty();
        add(task("a").notAfter(START.plus(MINUTE)));
        add(task("b").dueBetween(START, START.plus(MINUTE)));
        assertThat(kit.tasks()).hasSize(2);
    }

    @Test
    void lateTaskShouldBeADeadLetterWithoutAnAttempt() {
        on((payload, task) -> log(payload));
        add(task("a").headers(Map.of("k", "v")).within(MINUTE));
        pauseFor(MINUTE.plusMillis(1));
        assertThat(log).isEmpty();
        assertThat(kit.deliveries()).isEmpty();
        assertThat(only().state()).isEqualTo(TaskState.DEAD);
        assertThat(only().attempts()).isZero();
        assertThat(only().failedAttempts()).isEmpty();
        assertThat(only().lastError().deadReason()).isEqualTo(DeadReason.EXPIRED);
        assertThat(LETTERS).singleElement().satisfies(letter -> {
            assertThat(letter.id()).isEqualTo("a");
            assertThat(letter.attempts()).isZero();
            assertThat(letter.payload()).isEqualTo("\"a\"");
            assertThat(letter.headers()).containsExactly(Map.entry("k", "v"));
        });
        assertThat(OUTCOMES).containsExactly(TaskOutcome.EXPIRED);
    }

    @Test
    void lateTaskShouldBeDroppedIfItsTopicSaysSo() {
        on(TopicOptions.builder().whenExpired(WhenExpired.DROP).build());
        add(task("a").within(MINUTE));
        pauseFor(Duration.ofHours(1));
        assertThat(log).isEmpty();
        assertThat(kit.tasks()).isEmpty();
        assertThat(LETTERS).isEmpty();
        assertThat(OUTCOMES).containsExactly(TaskOutcome.DROPPED);
    }

    @Test
    void timeOfTheTopicShouldHoldForTasksWithoutTheirOwn() {
        on(TopicOptions.builder().within(MINUTE).whenExpired(WhenExpired.DROP).build());
        add(task("late"));
        add(task("own").within(Duration.ofHours(2)));
        add(task("instant").notAfter(START.plus(Duration.ofHours(1))));
        pauseFor(Duration.ofHours(1));
        assertThat(log).containsExactlyInAnyOrder("own@3600.0s", "instant@3600.0s");
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void retryThatIsDueTooLateShouldNotBegin() {
        on((payload, task) -> {
            throw new IOException("no " + task.attempt());
        });
        add(task("a").within(Duration.ofSeconds(2)));
        kit.advance(Duration.ofSeconds(3));
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@1.0s RETRIED");
        assertThat(only().lastError().deadReason()).isEqualTo(DeadReason.EXPIRED);
        assertThat(only().failedAttempts()).hasSize(2);
        assertThat(only().attempts()).isEqualTo(2);
    }

    @Test
    void lateOccurrenceShouldBeLeftOut() {
        on((payload, task) -> log(payload));
        add(task("a").repeat(Repeat.fixedRate(Duration.ofHours(1))).within(MINUTE));
        pauseFor(Duration.ofMinutes(90));
        assertThat(only().lastError()).isNotNull();
        assertThat(only().failedAttempts()).isEmpty();
        kit.advance(Duration.ofMinutes(30));
        assertThat(log).containsExactly("a@7200.0s");
        assertThat(OUTCOMES).containsExactly(TaskOutcome.MISSED, TaskOutcome.FINISHED);
        assertThat(only().lastError()).isNull();
        assertThat(only().dueAt()).isEqualTo(START.plus(Duration.ofHours(3)));
    }

    @Test
    void rescheduledTaskShouldCountItsTimeFromTheNewDueTime() {
        on((payload, task) -> log(payload));
        add(task("a").within(MINUTE).delay(MINUTE));
        kit.service().rescheduleTask("g", "a", Duration.ofHours(1));
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@3600.0s");
    }

    @Test
    void requeuedDeadLetterShouldBeTooLateAgain() {
        on((payload, task) -> log(payload));
        add(task("a").within(MINUTE));
        pauseFor(Duration.ofHours(1));
        assertThat(kit.service().requeueDeadLetter("g", "a")).isTrue();
        kit.runDue();
        assertThat(log).isEmpty();
        assertThat(only().state()).isEqualTo(TaskState.DEAD);
        assertThat(LETTERS).hasSize(2);
    }
}
