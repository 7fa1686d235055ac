package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Repeat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Overlapping callbacks that spend time. */
class KitOverlapsTests extends WithKit {

    private static Duration seconds(long number) {
        return Duration.ofSeconds(number);
    }

    @Test
    void runsThatOverlapShouldBothFinishWhenEachFitsItsTime() {
        on("w", 2, (payload, task) -> {
            kit.spend(seconds(8));
            log(payload);
        });
        add(task("w", "a").ttr(seconds(10)));
        add(task("w", "b").ttr(seconds(10)).delay(seconds(5)));
        kit.advance(seconds(60));
        assertThat(history()).containsExactly("a#1@0.0s FINISHED", "b#1@5.0s FINISHED");
        assertThat(log).containsExactly("b@13.0s", "a@13.0s");
    }

    @Test
    void timeToRunShouldStandStillWhileACallbackIsHeldUpByOthers() {
        List<Instant> deadlines = new ArrayList<>();
        on("outer", 1, (payload, task) -> {
            kit.spend(seconds(8));
            deadlines.add(task.deadline());
            kit.spend(seconds(1));
            log(payload);
            if (task.attempt() == 1) {
                kit.spend(seconds(5));
            }
        });
        on("middle", 1, (payload, task) -> kit.spend(seconds(20)));
        on("inner", 1, (payload, task) -> kit.spend(seconds(100)));
        add(task("outer", "o").ttr(seconds(10)));
        add(task("middle", "m").ttr(seconds(30)).delay(seconds(5)));
        add(task("inner", "i").delay(seconds(7)));
        kit.advance(seconds(600));
        // It continued at 107 s with the two seconds that were left at 8 s.
        assertThat(log).startsWith("o@108.0s");
        assertThat(deadlines.get(0)).isEqualTo(START.plusSeconds(109));
        assertThat(history())
                .containsExactly("o#1@0.0s RETRIED", "m#1@5.0s FINISHED", "i#1@7.0s FINISHED", "o#2@110.0s FINISHED");
    }

    @Test
    void callbackThatIsHeldUpShouldGoOnAsSoonAsItCan() {
        on("outer", 1, (payload, task) -> {
            kit.spend(seconds(5));
            log(payload);
        });
        on("inner", 1, (payload, task) -> {
            kit.spend(seconds(10));
            log(payload);
        });
        add(task("outer", "o"));
        add(task("inner", "i1").delay(seconds(1)));
        add(task("inner", "i2").delay(seconds(2)));
        kit.advance(seconds(60));
        assertThat(log).containsExactly("i1@11.0s", "o@11.0s", "i2@21.0s");
    }

    @Test
    void nextRunShouldCountFromTheEndOfACallbackThatWasHeldUp() {
        on("r", 1, (payload, task) -> kit.spend(seconds(2)));
        on("long", 1, (payload, task) -> kit.spend(seconds(61)));
        add(task("r", "r").ttr(seconds(5)).repeat(Repeat.fixedDelay(seconds(10))));
        add(task("long", "l").delay(seconds(1)));
        kit.advance(seconds(80));
        assertThat(history()).containsExactly("r#1@0.0s FINISHED", "l#1@1.0s FINISHED", "r#1@72.0s FINISHED");
    }
}
