package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ClientsTests {

    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void eachRunsItsOwnActionsInOrder() throws Exception {
        List<Integer> one = new ArrayList<>();
        List<Integer> other = new ArrayList<>();

        double rate = Clients.rate(
                List.of(List.of(() -> one.add(1), () -> one.add(2)), List.of(() -> other.add(3))),
                Duration.ofMinutes(1));

        assertThat(one).containsExactly(1, 2);
        assertThat(other).containsExactly(3);
        assertThat(rate).isPositive();
    }

    @Test
    void runAllAtOnce() throws Exception {
        CyclicBarrier together = new CyclicBarrier(3);
        Runnable meeting = () -> {
            try {
                together.await(10, TimeUnit.SECONDS);
                runs.incrementAndGet();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };

        Clients.rate(Collections.nCopies(3, List.of(meeting)), Duration.ofMinutes(1));

        assertThat(runs).hasValue(3);
    }

    @Test
    void endWhenTheirTimeHasCome() throws Exception {
        Runnable action = () -> {
            runs.incrementAndGet();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        };

        double rate = Clients.rate(List.of(Collections.nCopies(1_000_000, action)), Duration.ofMillis(50));

        assertThat(runs.get()).isBetween(1, 1_000);
        assertThat(rate).isBetween(1d, 1_000d);
    }

    @Test
    void failWithWhatAnActionFailsWith() {
        Runnable failing = () -> {
            throw new IllegalArgumentException("no");
        };

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Clients.rate(List.of(List.of(failing)), Duration.ofMinutes(1)))
                .withMessage("no");
    }
}
