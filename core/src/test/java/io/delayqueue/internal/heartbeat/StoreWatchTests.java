package io.delayqueue.internal.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.monitor.StoreFinding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StoreWatchTests {

    private static final StoreFinding FINDING = new StoreFinding(Kind.NO_PERSISTENCE, "server", "It forgets.");

    /** Close to the end of what a clock of this kind can show: it goes on with the smallest number. */
    private long now = Long.MAX_VALUE - 1;

    private int checks;

    private List<StoreFinding> found = List.of();

    private @Nullable TaskStoreException failure;

    private final StoreWatch watch = new StoreWatch(this::check, Set.of(), StoreWatch.INTERVAL, () -> now);

    private List<StoreFinding> check() {
        checks++;
        if (failure != null) {
            throw failure;
        }
        return found;
    }

    /** How many checks are made if it is asked for one now and a nanosecond before. */
    private int checksAfter(Duration pause) {
        int before = checks;
        now += pause.toNanos() - 1;
        watch.checkIfDue();
        assertThat(checks).as("checks before %s", pause).isEqualTo(before);
        now++;
        watch.checkIfDue();
        return checks - before;
    }

    @Test
    void checkShouldBeMadeAtOnceAndThenEveryTenMinutes() {
        watch.checkIfDue();
        assertThat(checks).isEqualTo(1);
        assertThat(checksAfter(Duration.ofMinutes(10))).isEqualTo(1);
        assertThat(checksAfter(Duration.ofMinutes(10))).isEqualTo(1);
    }

    @Test
    void checkWithoutAnAnswerShouldKeepWhatWasFound() {
        found = List.of(FINDING);
        watch.checkIfDue();
        failure = new TaskStoreUnavailableException("no answer", null);
        assertThat(checksAfter(Duration.ofMinutes(10))).isEqualTo(1);
        assertThat(watch.findings()).containsExactly(FINDING);
        failure = null;
        found = List.of();
        assertThat(checksAfter(Duration.ofMinutes(10))).isEqualTo(1);
        assertThat(watch.findings()).isEmpty();
    }

    @Test
    void checkShouldBeDueWhenAnEngineBegins() {
        found = List.of(FINDING);
        watch.checkIfDue();
        watch.begin();
        assertThat(watch.findings()).isEmpty();
        watch.checkIfDue();
        assertThat(checks).isEqualTo(2);
        assertThat(watch.findings()).containsExactly(FINDING);
    }
}
