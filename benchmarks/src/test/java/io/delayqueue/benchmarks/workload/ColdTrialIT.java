package io.delayqueue.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.server.Address;
import io.delayqueue.benchmarks.server.MeasuredServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ColdTrialIT {

    @AutoClose
    private final MeasuredServer server = MeasuredServer.start();

    private final Results results = new Results();
    private final TrialContext context = new TrialContext(server, results, progress -> {});
    private final ColdTrial trial = new ColdTrial(100, Target.NONE);

    @Test
    void otherJvmShouldDrain() throws Exception {
        trial.round(new DelayqueueContender(), context);
        assertThat(results.values(trial.metrics().get(0), "delayqueue"))
                .singleElement()
                .satisfies(rate -> assertThat(rate).isPositive());
    }

    @Test
    void failureOfTheOtherJvmShouldBeReported() {
        assertThatIllegalStateException()
                .isThrownBy(() -> trial.round(new NotInAnotherJvm(), context))
                .withMessage("the JVM ended with exit code 1");
        assertThat(results.metrics()).isEmpty();
        assertThat(server.client().dbSize()).isZero();
    }

    /** Contender whose class another JVM cannot create. */
    private static final class NotInAnotherJvm implements Contender {

        @Override
        public String name() {
            return "not in another JVM";
        }

        @Override
        public String version() {
            return "1";
        }

        @Override
        public OpenQueue open(Address redis) {
            return new DelayqueueContender().open(redis);
        }
    }
}
