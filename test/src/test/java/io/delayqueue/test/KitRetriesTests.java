package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DeadLetter;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RejectTaskException;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.test.assertions.TestDelivery;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KitRetriesTests extends WithKit {

    private static final List<DeadLetter> LETTERS = new ArrayList<>();

    KitRetriesTests() {
        super(DelayQueueTestKit.builder()
                .configure(engine -> engine.extend(extensions -> extensions.addDeadLetterListener(LETTERS::add))
                        .deadLetterRetention(new DeadLetterRetention(Duration.ofDays(7), null))));
        LETTERS.clear();
    }

    @Test
    void attemptsShouldComeAfterTheirBackOffToTheMillisecond() {
        on((payload, task) -> {
            throw new IOException("no " + task.attempt());
        });
        add(task("a").delay(Duration.ofHours(1)));
        assertThat(kit.advance(Duration.ofHours(2))).isEqualTo(5);
        assertThat(history())
                .containsExactly(
                        "a#1@3600.0s RETRIED",
                        "a#2@3601.0s RETRIED",
                        "a#3@3603.0s RETRIED",
                        "a#4@3607.0s RETRIED",
                        "a#5@3615.0s DEAD");
        assertThat(kit.deliveries().get(4).failure())
                .isInstanceOf(IOException.class)
                .hasMessage("no 5");
        assertThat(LETTERS).singleElement().satisfies(letter -> {
            assertThat(letter.id()).isEqualTo("a");
            assertThat(letter.payload()).isEqualTo("\"a\"");
        });
        assertThat(kit.tasks()).singleElement().satisfies(task -> {
            assertThat(task.state()).isEqualTo(TaskState.DEAD);
            assertThat(task.stateUntil()).isEqualTo(START.plusSeconds(3_615));
            assertThat(task.lastError().at()).isEqualTo("2030-01-01T01:00:15Z");
            assertThat(task.failedAttempts()).hasSize(5);
        });
    }

    @Test
    void tasksOwnBackOffShouldBeWithoutItsRandomPart() {
        on((payload, task) -> log("run"));
        kit.nextCallback("g", "t").fails(3, new IOException("no"));
        add(task("a").retry(new ExponentialBackoff(Duration.ofMinutes(1), 3, Duration.ofHours(1), 1)));
        kit.advance(Duration.ofHours(1));
        assertThat(history())
                .containsExactly("a#1@0.0s RETRIED", "a#2@60.0s RETRIED", "a#3@240.0s RETRIED", "a#4@780.0s FINISHED");
        assertThat(log).containsExactly("run@780.0s");
    }

    @Test
    void policyOfATopicShouldBeAsked() {
        kit.queue()
                .on(
                        "g",
                        "t",
                        String.class,
                        (payload, task) -> {
                            throw new IOException("no");
                        },
                        TopicOptions.builder()
                                .concurrency(1)
                                .maxAttempts(3)
                                .retryPolicy(failed -> Duration.ofDays(failed))
                                .build());
        add(task("a"));
        kit.advance(Duration.ofDays(30));
        assertThat(kit.deliveries())
                .extracting(TestDelivery::at)
                .containsExactly(START, START.plus(Duration.ofDays(1)), START.plus(Duration.ofDays(3)));
    }

    @Test
    void callbackShouldDecideByExceptions() {
        on((payload, task) -> {
            if (task.attempt() == 1) {
                throw new RetryTaskException(Duration.ofHours(5), "later");
            }
            throw new RejectTaskException("never");
        });
        add(task("a"));
        kit.advance(Duration.ofDays(1));
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@18000.0s DEAD");
    }

    @Test
    void deadLetterShouldComeBackWhenItIsRequeued() {
        on((payload, task) -> log("run"));
        kit.nextCallback("g", "t").fails(5, new IOException("no"));
        add(task("a"));
        kit.advance(Duration.ofHours(1));
        assertThat(kit.service().requeueDeadLetter("g", "a")).isTrue();
        assertThat(kit.runDue()).isOne();
        assertThat(log).containsExactly("run@3600.0s");
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void deadLettersShouldBeRemovedWhenTheyAreNotToBeKept() {
        on((payload, task) -> {
            throw new RejectTaskException("never");
        });
        add(task("a"));
        add(task("b").delay(Duration.ofDays(5)));
        kit.advance(Duration.ofDays(6));
        assertThat(kit.tasks()).hasSize(2);
        kit.advance(Duration.ofDays(2));
        assertThat(kit.tasks()).singleElement().satisfies(task -> assertThat(task.id())
                .isEqualTo("b"));
    }

    @Test
    void taskThatCannotBeReadShouldDieWithoutACall() {
        kit.on("g", "n", Integer.class, (payload, task) -> log("run"));
        add(task("n", "a"));
        assertThat(kit.runDue()).isZero();
        assertThat(kit.deliveries()).isEmpty();
        assertThat(kit.tasks()).singleElement().satisfies(task -> assertThat(task.state())
                .isEqualTo(TaskState.DEAD));
    }

    @Test
    void failureThatIsAnErrorOrNoExceptionShouldFailTheAttempt() {
        on((payload, task) -> log("run"));
        kit.nextCallback("g", "t").fails(new AssertionError("error")).fails(new Throwable("strange"));
        add(task("a"));
        kit.advance(Duration.ofMinutes(1));
        assertThat(outcomes()).containsExactly(Outcome.RETRIED, Outcome.RETRIED, Outcome.FINISHED);
        assertThat(kit.deliveries().get(1).failure()).hasRootCauseMessage("strange");
    }
}
