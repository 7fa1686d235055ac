package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.annotation.DelayQueueLimit;
import io.delayqueue.annotation.DelayQueueListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Reports of the start with limits that do not fit together. */
@ExtendWith(OutputCaptureExtension.class)
class WrongLimitsTests {

    @Test
    void limitThatIsNotDeclaredShouldBeNamedWithItsTopic(CapturedOutput output) {
        assertThat(FailingStart.report(output, Listener.class))
                .contains("charge has the limit strip by the method " + Listener.class.getName()
                        + ".charge of the bean 'wrongLimitsTests.Listener', and orders does not declare the limit, but order does."
                        + "\n\nAction:\n\n")
                .contains("@DelayQueueLimit");
    }

    @DelayQueueLimit(group = "order", name = "strip", concurrency = "1")
    static class Listener {

        @DelayQueueListener(group = "orders", topic = "charge", limits = "strip")
        void charge() {}
    }
}
