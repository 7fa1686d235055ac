package io.delayqueue.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.CronSchedule;
import io.delayqueue.Repeat;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.store.TestTasks;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Due times to come of repeating tasks. */
class UpcomingRunsTests {

    private static final Repeat MINUTELY = Repeat.fixedRate(Duration.ofMinutes(1));

    private static final Repeat CRON = Repeat.cron("every 60000", ZoneOffset.UTC);

    /** Understands "every" and a number of milliseconds: the multiples of it. */
    private static final CronSchedule MULTIPLES = (expression, zone, after) -> {
        long millis = Long.parseLong(expression.substring(6));
        Instant next = Instant.ofEpochMilli((after.toEpochMilli() / millis + 1) * millis);
        return next.isAfter(minute(100)) ? null : next;
    };

    private long now = minute(10).toEpochMilli() + 1;

    private int timesRead;

    private static Instant minute(int minute) {
        return Instant.EPOCH.plus(Duration.ofMinutes(minute));
    }

    private static TaskInfo task(
            TaskState state, Instant due, @Nullable Instant until, int attempts, @Nullable Repeat repeat) {
        return new TaskInfo(
                new TopicName("g", "t"),
                "a",
                state,
                due,
                until,
                attempts,
                null,
                null,
                null,
                null,
                TestTasks.options(Map.of(), null, repeat),
                null,
                List.of());
    }

    private List<Instant> runs(TaskInfo task) {
        return runs(MULTIPLES, task);
    }

    private List<Instant> runs(@Nullable CronSchedule schedule, TaskInfo task) {
        return new Repeats(schedule)
                .upcoming(
                        task,
                        () -> {
                            timesRead++;
                            return now;
                        },
                        3);
    }

    @Test
    void delayedTaskShouldRunAtItsDueTimeAndThenByItsRate() {
        assertThat(runs(task(TaskState.DELAYED, minute(12), minute(12), 0, MINUTELY)))
                .containsExactly(minute(12), minute(13), minute(14));
    }

    /** One runs at once, in place of all that were missed. */
    @Test
    void missedRunsShouldCollapseIntoOne() {
        assertThat(runs(task(TaskState.DELAYED, minute(5), minute(5), 0, MINUTELY)))
                .containsExactly(minute(5), minute(11), minute(12));
        assertThat(runs(task(TaskState.DELAYED, minute(5), minute(5), 0, CRON)))
                .containsExactly(minute(5), minute(11), minute(12));
    }

    @Test
    void occurrenceThatHasBegunShouldNotBeAmongTheNext() {
        assertThat(runs(task(TaskState.RESERVED, minute(10), minute(30), 1, MINUTELY)))
                .containsExactly(minute(11), minute(12), minute(13));
        assertThat(runs(task(TaskState.READY, minute(10), null, 0, CRON)))
                .containsExactly(minute(11), minute(12), minute(13));
        assertThat(runs(task(TaskState.DELAYED, minute(10), minute(30), 2, CRON)))
                .containsExactly(minute(11), minute(12), minute(13));
    }

    @Test
    void dueTimeThatIsNoTimeOfTheExpressionShouldComeFirst() {
        Instant odd = minute(12).plusSeconds(7);
        assertThat(runs(task(TaskState.DELAYED, odd, odd, 0, CRON))).containsExactly(odd, minute(13), minute(14));
    }

    @Test
    void expressionThatEndsShouldHaveFewerTimes() {
        now = minute(98).toEpochMilli() + 1;
        assertThat(runs(task(TaskState.RESERVED, minute(98), minute(99), 1, CRON)))
                .containsExactly(minute(99), minute(100));
    }

    @Test
    void onlyTheNextTimeOfAFixedDelayShouldBeKnown() {
        Repeat delay = Repeat.fixedDelay(Duration.ofMinutes(1));
        assertThat(runs(task(TaskState.DELAYED, minute(12), minute(12), 0, delay)))
                .containsExactly(minute(12));
        assertThat(runs(task(TaskState.RESERVED, minute(10), minute(30), 1, delay)))
                .isEmpty();
        assertThat(timesRead).isZero();
    }

    @Test
    void deadLetterAndSingleTaskShouldHaveNone() {
        assertThat(runs(task(TaskState.DEAD, minute(5), minute(6), 3, MINUTELY)))
                .isEmpty();
        assertThat(runs(task(TaskState.DELAYED, minute(12), minute(12), 0, null)))
                .isEmpty();
        assertThat(timesRead).isZero();
    }

    @Test
    void timesThatCannotBeComputedShouldBeMissing() {
        TaskInfo delayed = task(TaskState.DELAYED, minute(12), minute(12), 0, CRON);
        assertThat(runs(null, delayed)).containsExactly(minute(12));
        assertThat(runs(
                        (expression, zone, after) -> {
                            throw new IllegalStateException("broken");
                        },
                        delayed))
                .containsExactly(minute(12));
        Instant end = Instant.ofEpochMilli(Long.MAX_VALUE);
        assertThat(runs(task(TaskState.RESERVED, end, minute(12), 1, MINUTELY))).isEmpty();
        Instant start = Instant.ofEpochMilli(Long.MIN_VALUE);
        assertThat(runs(task(TaskState.RESERVED, start, minute(12), 1, MINUTELY)))
                .isEmpty();
    }
}
