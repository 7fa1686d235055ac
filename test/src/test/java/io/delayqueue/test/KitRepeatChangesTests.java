package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RepeatResult;
import io.delayqueue.RepeatResult.Outcome;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.support.CronExpression;

/** Repetitions that are changed, paused and resumed. */
class KitRepeatChangesTests extends WithKit {

    private static final Repeat HOURLY = Repeat.fixedRate(Duration.ofHours(1));

    private static final Repeat DAILY = Repeat.cron("0 0 3 * * *", ZoneOffset.UTC);

    KitRepeatChangesTests() {
        super(DelayQueueTestKit.builder().configure(engine -> engine.cronSchedule(KitRepeatChangesTests::next)));
    }

    /** "ends" has two times only. */
    private static Instant next(String expression, ZoneId zone, Instant after) {
        if (expression.equals("ends")) {
            return Stream.of(1, 2)
                    .map(hours -> START.plus(Duration.ofHours(hours)))
                    .filter(after::isBefore)
                    .findFirst()
                    .orElse(null);
        }
        return CronExpression.parse(expression).next(after.atZone(zone)).toInstant();
    }

    private RepeatResult change(Repeat expected, Repeat repeat) {
        return kit.service().changeRepeat("g", "a", expected, repeat);
    }

    private TaskInfo found() {
        return kit.service().findTask("g", "a").orElseThrow();
    }

    private static RepeatResult result(Outcome outcome, Repeat repeat) {
        return new RepeatResult(outcome, repeat);
    }

    @Test
    void changedRepetitionShouldCountFromNowAndKeepTheRest() {
        on((payload, task) -> log(payload));
        add(task("a").delay(Duration.ofHours(1)).repeat(HOURLY).description("d").maxAttempts(7));
        kit.advance(Duration.ofMinutes(90));
        TaskInfo before = found();
        Repeat often = Repeat.fixedDelay(Duration.ofMinutes(10));
        assertThat(change(HOURLY, often)).isEqualTo(result(Outcome.CHANGED, often));
        assertThat(found().dueAt()).isEqualTo(START.plus(Duration.ofMinutes(100)));
        assertThat(found().lastRun()).isEqualTo(before.lastRun()).isNotNull();
        assertThat(found().description()).isEqualTo("d");
        assertThat(found().options().maxAttempts()).isEqualTo(7);
        kit.advance(Duration.ofMinutes(20));
        assertThat(log).containsExactly("a@3600.0s", "a@6000.0s", "a@6600.0s");
        Instant three = next("0 0 3 * * *", ZoneOffset.UTC, kit.now());
        assertThat(change(often, DAILY)).isEqualTo(result(Outcome.CHANGED, DAILY));
        assertThat(found().dueAt()).isEqualTo(three);
    }

    @Test
    void anotherRepetitionThanTheExpectedOneShouldBeAConflict() {
        add(task("a").delay(Duration.ofHours(1)).repeat(HOURLY));
        TaskInfo before = found();
        assertThat(change(DAILY, Repeat.fixedRate(Duration.ofHours(2)))).isEqualTo(result(Outcome.CONFLICT, HOURLY));
        assertThat(change(HOURLY, HOURLY)).isEqualTo(result(Outcome.UNCHANGED, HOURLY));
        Repeat nearly = Repeat.fixedRate(Duration.ofHours(1).plusNanos(999_999));
        assertThat(change(nearly, nearly)).as("as it is stored").isEqualTo(result(Outcome.UNCHANGED, HOURLY));
        assertThat(change(DAILY, HOURLY)).as("a call that is repeated").isEqualTo(result(Outcome.UNCHANGED, HOURLY));
        assertThat(found()).isEqualTo(before);
        assertThat(change(null, DAILY).outcome()).isEqualTo(Outcome.CHANGED);
    }

    @Test
    void taskThatIsMissingOrRunsOnceShouldHaveNoRepetition() {
        for (RepeatResult none : List.of(
                change(null, HOURLY),
                kit.service().pauseRepeat("g", "a"),
                kit.service().resumeRepeat("g", "a"))) {
            assertThat(none).isEqualTo(result(Outcome.NOT_FOUND, null));
        }
        add(task("a").delay(Duration.ofHours(1)));
        for (RepeatResult none : List.of(
                change(null, HOURLY),
                kit.service().pauseRepeat("g", "a"),
                kit.service().resumeRepeat("g", "a"))) {
            assertThat(none).isEqualTo(result(Outcome.NOT_REPEATING, null));
        }
    }

    @Test
    void invalidExpressionShouldChangeNothing() {
        add(task("a").delay(Duration.ofHours(1)).repeat(HOURLY));
        TaskInfo before = found();
        assertThatThrownBy(() -> change(HOURLY, Repeat.cron("nonsense", ZoneOffset.UTC)))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("nonsense");
        assertThat(found()).isEqualTo(before);
    }

    @Test
    void occurrenceThatRunsShouldBeFollowedByTheChangedRepetition() {
        on((payload, task) -> {
            log(payload);
            if (log.size() == 1) {
                change(HOURLY, Repeat.fixedRate(Duration.ofMinutes(10)));
                kit.spend(Duration.ofMinutes(3));
            } else if (log.size() == 3) {
                change(null, Repeat.fixedDelay(Duration.ofMinutes(30)));
                kit.spend(Duration.ofMinutes(5));
            }
        });
        add(task("a").repeat(HOURLY));
        kit.advance(Duration.ofMinutes(60));
        assertThat(log).containsExactly("a@0.0s", "a@600.0s", "a@1200.0s", "a@3300.0s");
    }

    @Test
    void pauseOfATaskThatWasChangedWhileItRunsShouldKeepTheTimeOfTheChange() {
        on((payload, task) -> {
            log(payload);
            if (log.size() == 1) {
                change(HOURLY, Repeat.fixedRate(Duration.ofMinutes(10)));
                kit.service().pauseRepeat("g", "a");
            }
        });
        add(task("a").repeat(HOURLY));
        kit.runDue();
        assertThat(found().options().paused()).isTrue();
        assertThat(found().stateUntil()).isNull();
        assertThat(found().dueAt()).isEqualTo(START.plus(Duration.ofMinutes(10)));
        kit.service().resumeRepeat("g", "a");
        kit.advance(Duration.ofMinutes(20));
        assertThat(log).containsExactly("a@0.0s", "a@600.0s", "a@1200.0s");
    }

    @Test
    void changeOfAPausedTaskThatRunsShouldCountAfterTheResume() {
        on((payload, task) -> {
            log(payload);
            if (log.size() == 1) {
                kit.service().pauseRepeat("g", "a");
                change(HOURLY, Repeat.fixedRate(Duration.ofMinutes(10)));
                kit.service().resumeRepeat("g", "a");
            }
        });
        add(task("a").repeat(HOURLY));
        kit.advance(Duration.ofMinutes(10));
        assertThat(log).containsExactly("a@0.0s", "a@600.0s");
    }

    @Test
    void occurrenceThatIsDueShouldRunInSpiteOfAChange() {
        on((payload, task) -> log(payload));
        kit.service().topic("g", "t").pause();
        add(task("a").repeat(HOURLY));
        kit.runDue();
        assertThat(found().state()).isEqualTo(TaskState.READY);
        assertThat(change(HOURLY, DAILY).outcome()).isEqualTo(Outcome.CHANGED);
        assertThat(found().dueAt()).isEqualTo(START);
        kit.service().topic("g", "t").resume();
        kit.advance(Duration.ofHours(3));
        assertThat(log).containsExactly("a@0.0s", "a@10800.0s");
    }

    @Test
    void occurrenceThatIsDueAndNotReadyYetShouldRunInSpiteOfAChange() {
        on((payload, task) -> log(payload));
        Instant missed = START.minus(Duration.ofHours(1));
        add(task("a").at(missed).repeat(HOURLY));
        assertThat(found().state()).isEqualTo(TaskState.DELAYED);
        assertThat(change(HOURLY, DAILY).outcome()).isEqualTo(Outcome.CHANGED);
        assertThat(found().dueAt()).isEqualTo(missed);
        kit.advance(Duration.ofHours(3));
        assertThat(log).containsExactly("a@0.0s", "a@10800.0s");
    }

    @Test
    void occurrenceThatIsDueAndHasNotBegunShouldNotRunAfterAPause() {
        on((payload, task) -> log(payload));
        kit.service().topic("g", "t").pause();
        add(task("a").repeat(HOURLY));
        kit.runDue();
        assertThat(found().state()).isEqualTo(TaskState.READY);
        kit.service().pauseRepeat("g", "a");
        assertThat(found().stateUntil()).isNull();
        kit.service().topic("g", "t").resume();
        kit.service().resumeRepeat("g", "a");
        kit.advance(Duration.ofHours(1));
        assertThat(log).containsExactly("a@3600.0s");
    }

    @Test
    void taskThatRunsForTheLastTimeShouldNotBeChanged() {
        Repeat ends = Repeat.cron("ends", ZoneOffset.UTC);
        List<RepeatResult> results = new ArrayList<>();
        on((payload, task) -> {
            log(payload);
            results.add(change(ends, log.size() == 1 ? ends : HOURLY));
        });
        add(task("a").repeat(ends));
        kit.advance(Duration.ofHours(5));
        assertThat(log).containsExactly("a@3600.0s", "a@7200.0s");
        assertThat(results).containsExactly(result(Outcome.UNCHANGED, ends), result(Outcome.NOT_REPEATING, null));
        assertThat(kit.service().findTask("g", "a")).isEmpty();
    }

    @Test
    void attemptThatFollowsAFailureShouldStayWhereItIs() {
        on((payload, task) -> log(payload));
        kit.nextCallback("g", "t").fails(1, new IOException("no"));
        add(task("a").maxAttempts(2).repeat(HOURLY));
        kit.runDue();
        TaskInfo before = found();
        assertThat(change(HOURLY, Repeat.fixedRate(Duration.ofMinutes(10))).outcome())
                .isEqualTo(Outcome.CHANGED);
        assertThat(kit.service().pauseRepeat("g", "a").outcome()).isEqualTo(Outcome.CHANGED);
        assertThat(kit.service().resumeRepeat("g", "a").outcome()).isEqualTo(Outcome.CHANGED);
        assertThat(found().stateUntil()).isEqualTo(before.stateUntil());
        assertThat(found().dueAt()).isEqualTo(before.dueAt());
    }

    @Test
    void pausedTaskShouldNotRunUntilItIsResumedAndThenInItsRhythm() {
        on((payload, task) -> log(payload));
        add(task("a").repeat(HOURLY));
        kit.advance(Duration.ofMinutes(90));
        assertThat(kit.service().pauseRepeat("g", "a")).isEqualTo(result(Outcome.CHANGED, HOURLY));
        assertThat(kit.service().pauseRepeat("g", "a")).isEqualTo(result(Outcome.UNCHANGED, HOURLY));
        assertThat(found().state()).isEqualTo(TaskState.DELAYED);
        assertThat(found().stateUntil()).isNull();
        assertThat(kit.inspector().nextRuns(found(), 5)).isEmpty();
        kit.advance(Duration.ofDays(3).plusMinutes(7));
        assertThat(kit.service().resumeRepeat("g", "a")).isEqualTo(result(Outcome.CHANGED, HOURLY));
        assertThat(kit.service().resumeRepeat("g", "a")).isEqualTo(result(Outcome.UNCHANGED, HOURLY));
        kit.advance(Duration.ofMinutes(60));
        assertThat(log).containsExactly("a@0.0s", "a@3600.0s", "a@266400.0s");
    }

    @Test
    void shortPauseShouldLeaveTheNextOccurrenceAtItsTime() {
        on((payload, task) -> log(payload));
        add(task("a").repeat(Repeat.fixedDelay(Duration.ofHours(1))));
        kit.runDue();
        kit.service().pauseRepeat("g", "a");
        kit.advance(Duration.ofMinutes(30));
        kit.service().resumeRepeat("g", "a");
        kit.advance(Duration.ofMinutes(30));
        assertThat(log).containsExactly("a@0.0s", "a@3600.0s");
    }

    @Test
    void pausedTaskShouldRunOnceWhenItIsRequested() {
        on((payload, task) -> log(payload));
        add(task("a").delay(Duration.ofHours(1)).repeat(HOURLY));
        kit.service().pauseRepeat("g", "a");
        kit.advance(Duration.ofHours(5));
        kit.service().rescheduleTask("g", "a", Duration.ofMinutes(5));
        assertThat(kit.inspector().nextRuns(found(), 5)).containsExactly(START.plus(Duration.ofMinutes(305)));
        kit.advance(Duration.ofHours(5));
        assertThat(log).containsExactly("a@18300.0s");
        assertThat(found().options().paused()).isTrue();
        assertThat(change(HOURLY, DAILY).outcome()).isEqualTo(Outcome.CHANGED);
        assertThat(found().stateUntil()).as("a change does not resume").isNull();
        kit.service().resumeRepeat("g", "a");
        assertThat(found().dueAt()).isEqualTo(next("0 0 3 * * *", ZoneOffset.UTC, kit.now()));
    }

    @Test
    void requestedOccurrenceOfAPausedTaskShouldRunInSpiteOfAChangeOrAResume() {
        on((payload, task) -> log(payload));
        add(task("a").delay(Duration.ofHours(1)).repeat(HOURLY));
        kit.service().pauseRepeat("g", "a");
        kit.service().rescheduleTask("g", "a", Duration.ofMinutes(5));
        change(HOURLY, DAILY);
        kit.service().resumeRepeat("g", "a");
        kit.advance(Duration.ofHours(3));
        assertThat(log).containsExactly("a@300.0s", "a@10800.0s");
    }

    @Test
    void pauseDuringAnOccurrenceShouldLetItEnd() {
        on((payload, task) -> {
            log(payload);
            kit.service().pauseRepeat("g", "a");
        });
        add(task("a").repeat(HOURLY));
        kit.advance(Duration.ofDays(1));
        assertThat(log).containsExactly("a@0.0s");
        assertThat(found().lastRun()).isNotNull();
        assertThat(found().options().paused()).isTrue();
    }
}
