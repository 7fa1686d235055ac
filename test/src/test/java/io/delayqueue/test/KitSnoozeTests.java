package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DeadReason;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicOperations;
import io.delayqueue.callback.TopicOptions;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tasks that are postponed, and retries that end at an age. */
class KitSnoozeTests extends WithKit {

    private static final TaskCallback<String> BUSY = (payload, task) -> {
        throw RetryTaskException.later(Duration.ofMinutes(5), "429");
    };

    private static final TaskCallback<String> FAILING = (payload, task) -> {
        throw new IOException("no " + task.attempt());
    };

    private void on(TopicOptions options, TaskCallback<String> callback) {
        kit.queue().on("g", "t", String.class, callback, options);
    }

    private TaskInfo only() {
        assertThat(kit.tasks()).hasSize(1);
        return kit.tasks().get(0);
    }

    @Test
    void postponedTaskShouldComeBackWithTheSameAttemptAndItsReason() {
        on((payload, task) -> {
            if (kit.now().isBefore(START.plus(Duration.ofMinutes(15)))) {
                throw RetryTaskException.later(Duration.ofMinutes(5), "429");
            }
        });
        add(task("a").maxAttempts(1));
        kit.runDue();
        assertThat(only().attempts()).isZero();
        assertThat(only().lastError().message()).isEqualTo("429");
        assertThat(only().failedAttempts()).isEmpty();
        assertThat(only().stateUntil()).isEqualTo(START.plusSeconds(300));
        kit.advance(Duration.ofHours(1));
        assertThat(history())
                .containsExactly(
                        "a#1@0.0s POSTPONED", "a#1@300.0s POSTPONED", "a#1@600.0s POSTPONED", "a#1@900.0s FINISHED");
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void failuresBetweenPostponementsShouldCountAlone() {
        on((payload, task) -> {
            if (kit.deliveries().size() % 3 != 0) {
                throw RetryTaskException.later(Duration.ofSeconds(10), "429");
            }
            throw new IOException("no " + task.attempt());
        });
        add(task("a").maxAttempts(2));
        kit.advance(Duration.ofHours(1));
        assertThat(history())
                .containsExactly(
                        "a#1@0.0s POSTPONED",
                        "a#1@10.0s POSTPONED",
                        "a#1@20.0s RETRIED",
                        "a#2@21.0s POSTPONED",
                        "a#2@31.0s POSTPONED",
                        "a#2@41.0s DEAD");
        assertThat(only().attempts()).isEqualTo(2);
        assertThat(only().failedAttempts()).hasSize(2);
    }

    @Test
    void taskThatIsOnlyPostponedShouldEndAtTheAgeOfRetries() {
        on(BUSY);
        add(task("a").delay(Duration.ofHours(1)).retryFor(Duration.ofMinutes(12)));
        kit.advance(Duration.ofDays(1));
        assertThat(history()).containsExactly("a#1@3600.0s POSTPONED", "a#1@3900.0s POSTPONED", "a#1@4200.0s DEAD");
        assertThat(only().state()).isEqualTo(TaskState.DEAD);
        assertThat(only().attempts()).isEqualTo(1);
        assertThat(only().lastError().deadReason()).isEqualTo(DeadReason.ATTEMPTS_EXHAUSTED);
        assertThat(only().lastError().message()).isEqualTo("429");
    }

    @Test
    void retryThatIsDueAtTheAgeShouldBeTheLast() {
        on(BUSY);
        add(task("a").retryFor(Duration.ofMinutes(10)));
        kit.advance(Duration.ofDays(1));
        assertThat(history()).containsExactly("a#1@0.0s POSTPONED", "a#1@300.0s POSTPONED", "a#1@600.0s DEAD");
    }

    @Test
    void taskThatIsOnlyPostponedShouldEndAtItsLastTimeToBegin() {
        on(BUSY);
        add(task("a").notAfter(START.plus(Duration.ofMinutes(10))));
        kit.advance(Duration.ofDays(1));
        assertThat(history()).containsExactly("a#1@0.0s POSTPONED", "a#1@300.0s POSTPONED", "a#1@600.0s POSTPONED");
        assertThat(only().lastError().deadReason()).isEqualTo(DeadReason.EXPIRED);
    }

    @Test
    void ageShouldTakeThePlaceOfTheNumberOfTheTopic() {
        on(FAILING);
        add(task("a").retryFor(Duration.ofSeconds(100)));
        kit.advance(Duration.ofDays(1));
        assertThat(history())
                .containsExactly(
                        "a#1@0.0s RETRIED",
                        "a#2@1.0s RETRIED",
                        "a#3@3.0s RETRIED",
                        "a#4@7.0s RETRIED",
                        "a#5@15.0s RETRIED",
                        "a#6@31.0s RETRIED",
                        "a#7@63.0s DEAD");
        assertThat(only().lastError().deadReason()).isEqualTo(DeadReason.ATTEMPTS_EXHAUSTED);
    }

    @Test
    void ageOfATopicShouldHoldForTasksWithoutALimit() {
        on(TopicOptions.builder().retryFor(Duration.ofSeconds(10)).build(), (payload, task) -> {
            log(String.valueOf(task.maxAttempts()));
            throw new IOException("no");
        });
        add(task("a"));
        add(task("own").maxAttempts(2).delay(Duration.ofHours(1)));
        kit.advance(Duration.ofDays(1));
        assertThat(log)
                .containsExactly(
                        "2147483647@0.0s",
                        "2147483647@1.0s",
                        "2147483647@3.0s",
                        "2147483647@7.0s",
                        "2@3600.0s",
                        "2@3601.0s");
    }

    @Test
    void requeueShouldGiveADeadLetterItsTimeBack() {
        on(TopicOptions.builder().retryFor(Duration.ofSeconds(2)).build(), FAILING);
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        kit.queue().service().requeueDeadLetter("g", "a");
        kit.advance(Duration.ofHours(1));
        assertThat(history())
                .containsExactly("a#1@0.0s RETRIED", "a#2@1.0s DEAD", "a#1@3600.0s RETRIED", "a#2@3601.0s DEAD");
    }

    private void waitForAnHour() {
        TopicOperations topic = kit.queue().service().topic("g", "t");
        topic.pause();
        kit.advance(Duration.ofHours(1));
        topic.resume();
        kit.advance(Duration.ofMinutes(30));
    }

    @Test
    void waitBeforeTheFirstAttemptShouldSpendNoRetries() {
        on(TopicOptions.builder().retryFor(Duration.ofSeconds(2)).build(), FAILING);
        add(task("a"));
        waitForAnHour();
        assertThat(history()).containsExactly("a#1@3600.0s RETRIED", "a#2@3601.0s DEAD");
        kit.queue().service().topic("g", "t").pause();
        kit.queue().service().requeueDeadLetter("g", "a");
        waitForAnHour();
        assertThat(history().subList(2, 4)).containsExactly("a#1@9000.0s RETRIED", "a#2@9001.0s DEAD");
    }

    @Test
    void postponementsShouldCountFromTheFirstAttemptThatHasBegun() {
        on(BUSY);
        add(task("a").retryFor(Duration.ofMinutes(12)));
        waitForAnHour();
        assertThat(history()).containsExactly("a#1@3600.0s POSTPONED", "a#1@3900.0s POSTPONED", "a#1@4200.0s DEAD");
    }

    @Test
    void firstOfNumberAndAgeShouldEndTheRetries() {
        on(FAILING);
        add(task("a").maxAttempts(2).retryFor(Duration.ofHours(1)));
        add(task("b").maxAttempts(9).retryFor(Duration.ofSeconds(2)));
        kit.advance(Duration.ofDays(1));
        assertThat(history())
                .containsExactlyInAnyOrder("a#1@0.0s RETRIED", "a#2@1.0s DEAD", "b#1@0.0s RETRIED", "b#2@1.0s DEAD");
    }

    @Test
    void ageShouldCountFromTheFirstAttemptOfEachOccurrence() {
        on(FAILING);
        add(task("a").repeat(Repeat.fixedRate(Duration.ofMinutes(1))).retryFor(Duration.ofSeconds(2)));
        kit.advance(Duration.ofSeconds(65));
        assertThat(history())
                .containsExactly("a#1@0.0s RETRIED", "a#2@1.0s MISSED", "a#1@60.0s RETRIED", "a#2@61.0s MISSED");
    }
}
