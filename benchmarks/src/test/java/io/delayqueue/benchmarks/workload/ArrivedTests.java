package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.benchmarks.measure.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivedTests {

    private final List<String> reported = new ArrayList<>();

    @Test
    void measuresFromTheDueTime() {
        Arrived arrived = new Arrived();

        arrived.arrived(due(-250));

        assertThat(arrived.number()).isEqualTo(1);
        assertThat(arrived.early()).isZero();
        assertThat(arrived.lateness(50)).isBetween(249d, 10_000d);
    }

    @Test
    void everyDeliveryShouldCountByDefault() {
        String payload = due(-1);
        Arrived all = new Arrived();
        Arrived once = Arrived.once(0);
        for (int i = 0; i < 3; i++) {
            all.arrived(payload);
            once.arrived(payload);
        }
        once.arrived(due(-1));

        assertThat(all.number()).isEqualTo(3);
        assertThat(once.number()).isEqualTo(2);
        assertThat(once.lateness().getTotalCount()).isEqualTo(2);
    }

    @Test
    void ignoresWhatAnEarlierRoundLeft() {
        Arrived arrived = Arrived.once(System.currentTimeMillis() - 1_000);

        arrived.arrived(due(-2_000));
        arrived.arrived(due(-500));

        assertThat(arrived.number()).isEqualTo(1);
        assertThat(arrived.lateness(100)).isLessThan(1_900);
    }

    @Test
    void doesNotForgiveThisProjectATaskThatIsEarly() {
        Arrived arrived = new Arrived();
        arrived.arrived(due(5_000));

        assertThat(arrived.early()).isEqualTo(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> arrived.requireNoneEarly(Targets.OURS, reported::add))
                .withMessageContaining("1 of 1 tasks arrived before their due time");
        assertThat(reported).isEmpty();
    }

    @Test
    void tellsOfOthersWhoAreEarly() {
        Arrived arrived = new Arrived();
        arrived.arrived(due(5_000));

        arrived.requireNoneEarly("contender", reported::add);

        assertThat(reported).singleElement().asString().startsWith("contender: 1 of 1");
    }

    @Test
    void saysNothingOfTasksInTime() {
        Arrived arrived = new Arrived();
        arrived.arrived(due(-1));

        arrived.requireNoneEarly(Targets.OURS, reported::add);
        arrived.requireNoneEarly("contender", reported::add);

        assertThat(reported).isEmpty();
    }

    @Test
    void waitsNoLongerThanItMay() throws Exception {
        Arrived arrived = new Arrived();
        arrived.arrived(due(-1));

        assertThat(arrived.await(1, Duration.ZERO)).isTrue();
        assertThat(arrived.await(2, Duration.ofMillis(20))).isFalse();
        assertThat(arrived.awaitUntil(1, 0)).isTrue();
        assertThat(arrived.awaitUntil(2, System.currentTimeMillis() + 20)).isFalse();
    }

    private static String due(long millisFromNow) {
        return Items.due("topic", System.currentTimeMillis() + millisFromNow).payload();
    }
}
