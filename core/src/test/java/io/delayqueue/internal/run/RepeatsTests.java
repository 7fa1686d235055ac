package io.delayqueue.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.TopicName;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome.NextOccurrence;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import io.delayqueue.store.ReservedTask;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RepeatsTests {

    private final List<Long> computed = new ArrayList<>();

    /** Every full second. */
    private final Repeats repeats = new Repeats(new CronTimes((expression, zone, after) -> {
        if (expression.equals("never")) {
            throw new IllegalArgumentException("no");
        }
        computed.add(after.toEpochMilli());
        return Instant.ofEpochMilli(Math.floorDiv(after.toEpochMilli(), 1_000) * 1_000 + 1_000);
    }));

    private long millis = 1_500;

    private TaskExecution run(String expression) {
        ReservedTask task = new ReservedTask(new Delivery("t", "a", 1, "i"), 1, 1_000, new byte[0]);
        TaskExecution run = new TaskExecution(
                new TopicName("g", "t"),
                task,
                millis,
                0,
                Duration.ofSeconds(30),
                () -> TimeUnit.MILLISECONDS.toNanos(millis));
        run.settings(
                new TaskSettings(1, ExponentialBackoff.DEFAULT, Repeat.cron(expression, ZoneOffset.UTC), 1_000, null));
        return run;
    }

    @Test
    void cronTimeThatIsStillToComeShouldBeComputedOnce() {
        TaskExecution run = run("* * * * * *");
        repeats.prepare(run);
        millis = 1_999;
        assertThat(repeats.next(run, null)).isEqualTo(new NextOccurrence(run.delivery(), Timing.AT, 2_000, null));
        assertThat(computed).containsExactly(1_500L);
    }

    @Test
    void cronTimeThatPassesDuringTheAttemptShouldBeLeftOut() {
        TaskExecution run = run("* * * * * *");
        repeats.prepare(run);
        millis = 2_000;
        assertThat(repeats.next(run, "{}")).isEqualTo(new NextOccurrence(run.delivery(), Timing.AT, 3_000, "{}"));
        assertThat(computed).containsExactly(1_500L, 2_000L);
    }

    @Test
    void expressionThatCannotBeUnderstoodShouldBeFoundBeforeTheAttempt() {
        TaskExecution run = run("never");
        assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> repeats.prepare(run));
    }
}
