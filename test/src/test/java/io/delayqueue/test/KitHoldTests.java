package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DeadReason;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Callbacks that hold their topic. */
class KitHoldTests extends WithKit {

    private void busyUntil(Duration end, TopicOptions options) {
        kit.queue()
                .on(
                        "g",
                        "t",
                        String.class,
                        (payload, task) -> {
                            if (kit.now().isBefore(START.plus(end))) {
                                throw RetryTaskException.holdTopic(Duration.ofMinutes(5), "429");
                            }
                        },
                        options);
    }

    private TaskInfo task() {
        return kit.tasks().get(0);
    }

    @Test
    void heldTopicShouldCallNoTaskAndKeepTheOrder() {
        busyUntil(
                Duration.ofMinutes(8),
                TopicOptions.builder().concurrency(1).maxAttempts(1).build());
        add(task("a"));
        add(task("b").delay(Duration.ofMinutes(1)));
        kit.runDue();
        assertThat(task().state()).isEqualTo(TaskState.READY);
        assertThat(task().attempts()).isZero();
        kit.advance(Duration.ofHours(1));
        assertThat(history())
                .containsExactly(
                        "a#1@0.0s POSTPONED", "a#1@300.0s POSTPONED", "a#1@600.0s FINISHED", "b#1@600.0s FINISHED");
    }

    @Test
    void holdShouldBeNoLongerThanTheLongest() {
        kit.queue().on("g", "t", String.class, (payload, task) -> {
            if (kit.now().equals(START)) {
                throw RetryTaskException.holdTopic(Duration.ofDays(30), "429");
            }
        });
        add(task("a"));
        kit.advance(Duration.ofDays(2));
        assertThat(history()).containsExactly("a#1@0.0s POSTPONED", "a#1@86400.0s FINISHED");
    }

    @Test
    void taskOlderThanItsRetriesShouldHoldAndLive() {
        busyUntil(Duration.ofMinutes(8), TopicOptions.builder().concurrency(1).build());
        IntStream.rangeClosed(1, 50)
                .forEach(i -> add(task("t" + i).delay(Duration.ofMillis(i)).retryFor(Duration.ofSeconds(2))));
        kit.queue().service().topic("g", "t").pause();
        kit.advance(Duration.ofMinutes(1));
        kit.queue().service().topic("g", "t").resume();
        kit.advance(Duration.ofHours(1));
        assertThat(history())
                .hasSize(52)
                .startsWith("t1#1@60.0s POSTPONED", "t1#1@360.0s POSTPONED", "t1#1@660.0s FINISHED")
                .endsWith("t50#1@660.0s FINISHED");
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void lastTimeToBeginShouldEndATaskThatOnlyHolds() {
        busyUntil(Duration.ofDays(1), TopicOptions.DEFAULT);
        add(task("a").within(Duration.ofMinutes(6)));
        kit.advance(Duration.ofHours(1));
        assertThat(history()).containsExactly("a#1@0.0s POSTPONED", "a#1@300.0s POSTPONED");
        assertThat(task().lastError().deadReason()).isEqualTo(DeadReason.EXPIRED);
        assertThat(task().attempts()).isZero();
    }

    @Test
    void limitThatTheTopicDoesNotHaveShouldFailTheAttempt() {
        on((payload, task) -> {
            throw RetryTaskException.hold("other", Duration.ofMinutes(5), "429");
        });
        add(task("a").maxAttempts(2));
        kit.advance(Duration.ofHours(1));
        assertThat(history()).containsExactly("a#1@0.0s RETRIED", "a#2@1.0s DEAD");
        assertThat(task().lastError().message()).isEqualTo("limit must be one of g/t, but is 'other'");
    }
}
