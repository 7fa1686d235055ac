package io.delayqueue.internal.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TopicName;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.drive.EngineTime;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome.NextOccurrence;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import io.delayqueue.store.ReservedTask;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RepeatsTests {

    private final List<Long> computed = new ArrayList<>();

    /** Every full second. */
    private final Repeats repeats = new Repeats((expression, zone, after) -> {
        if (expression.equals("never")) {
            throw new IllegalArgumentException("no");
        }
        computed.add(after.toEpochMilli());
        return Instant.ofEpochMilli(Math.floorDiv(after.toEpochMilli(), 1_000) * 1_000 + 1_000);
    });

    private long millis = 1_500;

    private TaskExecution run(String expression) throws UnreadableTaskException {
        byte[] json = "[1000,\"t\",null,{\"repeat\":{\"cron\":\"%s\",\"zone\":\"Z\"}}]"
                .formatted(expression)
                .getBytes(UTF_8);
        ReservedTask task = new ReservedTask(new Delivery("t", "a", 1, "i", null), 1, 1_000, 0, 0, json);
        TaskExecution run = new TaskExecution(
                new TopicName("g", "t"),
                task,
                millis,
                0,
                Duration.ofSeconds(30),
                new EngineTime(() -> TimeUnit.MILLISECONDS.toNanos(millis), Clock.systemUTC(), false));
        run.read();
        return run;
    }

    private @Nullable NextOccurrence next(TaskExecution run, @Nullable String error) {
        return repeats.next(run, error);
    }

    @Test
    void cronTimeThatPassesDuringTheAttemptShouldBeLeftOut() throws Exception {
        TaskExecution run = run("* * * * * *");
        repeats.prepare(run);
        millis = 2_000;
        assertThat(next(run, "{}")).isEqualTo(new NextOccurrence(run.delivery(), Timing.AT, 3_000, "{}"));
        assertThat(computed).containsExactly(1_500L, 2_000L);
    }

    @Test
    void expressionThatCannotBeUnderstoodShouldBeFoundBeforeTheAttempt() throws Exception {
        TaskExecution run = run("never");
        assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> repeats.prepare(run));
    }
}
