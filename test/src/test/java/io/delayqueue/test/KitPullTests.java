package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KitPullTests extends WithKit {

    @Test
    void dueTaskWithAKeyShouldBePulledWithoutAStep() throws InterruptedException {
        kit.register().registerTopic("g", "t");
        add(task("a").key("k"));
        add(task("b").key("k"));
        assertThat(kit.puller().reserve("g", "t", PullOptions.upTo(2), Duration.ZERO))
                .extracting(PulledTask::id)
                .containsExactly("a");
    }
}
