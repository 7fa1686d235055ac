package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskSchedule;
import io.delayqueue.test.assertions.TestDelivery;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.support.CronExpression;

class KitRepeatsTests extends WithKit {

    KitRepeatsTests() {
        super(DelayQueueTestKit.builder().configure(engine -> engine.cronSchedule(KitRepeatsTests::next)));
    }

    private static Instant next(String expression, ZoneId zone, Instant after) {
        return CronExpression.parse(expression).next(after.atZone(zone)).toInstant();
    }

    @Test
    void rateShouldBeKeptForThirtyDaysWhateverRunsTake() {
        on((payload, task) -> kit.spend(Duration.ofSeconds(10)));
        add(task("a").delay(Duration.ofHours(1)).repeat(Repeat.fixedRate(Duration.ofHours(1))));
        assertThat(kit.advance(Duration.ofDays(30))).isEqualTo(720);
        assertThat(kit.deliveries())
                .extracting(TestDelivery::at)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 720)
                        .mapToObj(hour -> START.plus(Duration.ofHours(hour)))
                        .toList());
    }

    @Test
    void delayShouldCountFromTheEndOfARun() {
        on((payload, task) -> kit.spend(Duration.ofMinutes(6)));
        add(task("a").repeat(Repeat.fixedDelay(Duration.ofMinutes(54))));
        assertThat(kit.advance(Duration.ofDays(30).minusMillis(1))).isEqualTo(720);
        assertThat(kit.deliveries().get(719).at()).isEqualTo(START.plus(Duration.ofHours(719)));
    }

    @Test
    void cronShouldRunAtItsTimesOverAChangeOfTheClocks() {
        on((payload, task) -> {});
        kit.advanceTo(Instant.parse("2030-03-15T00:00:00Z"));
        add(task("a").repeat(Repeat.cron("0 30 9 * * *", ZoneId.of("Europe/Paris"))));
        assertThat(kit.advance(Duration.ofDays(30))).isEqualTo(30);
        assertThat(kit.deliveries().get(0).at()).isEqualTo(Instant.parse("2030-03-15T08:30:00Z"));
        assertThat(kit.deliveries().get(29).at()).isEqualTo(Instant.parse("2030-04-13T07:30:00Z"));
    }

    @Test
    void runThatFailsForGoodShouldBeMissedAndTheNextOneRun() {
        on((payload, task) -> log("run"));
        kit.nextCallback("g", "t").fails(2, new IOException("no"));
        add(task("a").maxAttempts(2).repeat(Repeat.fixedRate(Duration.ofHours(1))));
        kit.advance(Duration.ofHours(1));
        assertThat(outcomes()).containsExactly(Outcome.RETRIED, Outcome.MISSED, Outcome.FINISHED);
        assertThat(log).containsExactly("run@3600.0s");
    }

    @Test
    void runsThatWereMissedWhileTheTopicWasPausedShouldNotBeMadeUpFor() {
        on((payload, task) -> log("run"));
        add(task("a").repeat(Repeat.fixedRate(Duration.ofHours(1))));
        kit.runDue();
        kit.service().topic("g", "t").pause();
        kit.advance(Duration.ofMinutes(330));
        kit.service().topic("g", "t").resume();
        kit.advance(Duration.ofMinutes(30));
        assertThat(log).containsExactly("run@0.0s", "run@19800.0s", "run@21600.0s");
    }

    @Test
    void declaredScheduleShouldBeThereAgainAfterAReset() {
        try (DelayQueueTestKit declaring = DelayQueueTestKit.builder()
                .configure(engine -> engine.schedule(TaskSchedule.of(Task.of("g", "t")
                                .id("nightly")
                                .repeat(Repeat.fixedRate(Duration.ofDays(1)))
                                .delay(Duration.ofDays(1))
                                .build()))
                        .schedule(TaskSchedule.of(Task.of("g", "t")
                                .id("off")
                                .repeat(Repeat.cron("-", ZoneOffset.UTC))
                                .build())))
                .build()) {
            declaring.runDue();
            declaring.advance(Duration.ofHours(5));
            declaring.service().removeTask("g", "nightly");
            declaring.clear();
            assertThat(declaring).hasTask("g", "t").withId("nightly");
            assertThat(declaring).hasTasks(1);
            assertThat(declaring
                            .service()
                            .findTask("g", "nightly")
                            .orElseThrow()
                            .dueAt())
                    .isEqualTo(declaring.now().plus(Duration.ofDays(1)));
        }
    }
}
