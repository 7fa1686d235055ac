package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.history.TaskRecord.Progress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Progress that callbacks report. */
class KitProgressTests extends WithKit {

    @Test
    void progressShouldBeThatOfTheLastCall() {
        on((payload, task) -> {
            if (task.attempt() < 3) {
                task.progress(1, 10, "first");
                task.progress(2 + task.attempt(), 10, "second");
                throw new IllegalStateException("no");
            }
        });
        add(task("a"));

        kit.runDue();
        assertThat(kit).task("a").hasProgress(3, 10);
        assertThat(kit.deliveries().get(0).progress()).isEqualTo(new Progress(3, 10, "second"));

        kit.advance(Duration.ofSeconds(1));
        assertThat(kit).task("a").hasProgress(4, 10).and().failed(2);

        kit.advance(Duration.ofHours(1));
        assertThat(kit).finished(1);
        assertThatThrownBy(() -> assertThat(kit).as("mine").task("a").hasProgress(4, 10))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("[mine] ")
                .hasMessageContaining("g/t a, attempt 1, ");
    }

    @Test
    void progressOfARunningCallShouldBeSeenWhileTimePasses() {
        on((payload, task) -> {
            if (task.id().equals("a")) {
                task.progress(5, 0, null);
                kit.spend(Duration.ofMinutes(2));
                task.progress(6, 0, null);
            } else {
                assertThat(kit).task("a").hasProgress(5, 0);
            }
        });
        add(task("a"));
        add(task("b").delay(Duration.ofMinutes(1)));

        kit.advance(Duration.ofMinutes(2));

        assertThat(kit).finished(2).task("a").hasProgress(6, 0);
    }

    @Test
    void taskWithoutACallShouldHaveNoProgress() {
        add(task("a").delay(Duration.ofMinutes(1)));

        assertThatThrownBy(() -> assertThat(kit).task("a").hasProgress(0, 0)).isInstanceOf(AssertionError.class);
    }
}
