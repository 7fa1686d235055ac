package io.delayqueue.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.Task;
import io.delayqueue.observation.TracedApplication.Call;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.Ordered;

/** Observations that do not work cost spans, never tasks. */
class BrokenObservationsIT {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final String group = "g" + UUID.randomUUID();

    /** Where a handler throws. */
    enum Step {
        SUPPORTS,
        START,
        ERROR,
        OPEN,
        CLOSE,
        STOP
    }

    private record BrokenHandler(Step step, boolean asserts)
            implements ObservationHandler<Observation.Context>, Ordered {

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }

        private void reach(Step reached) {
            if (reached == step && asserts) {
                throw new AssertionError("broken handler: " + step);
            } else if (reached == step) {
                throw new IllegalStateException("broken handler: " + step);
            }
        }

        @Override
        public void onStart(Observation.Context context) {
            reach(Step.START);
        }

        @Override
        public void onError(Observation.Context context) {
            reach(Step.ERROR);
        }

        @Override
        public void onScopeOpened(Observation.Context context) {
            reach(Step.OPEN);
        }

        @Override
        public void onScopeClosed(Observation.Context context) {
            reach(Step.CLOSE);
        }

        @Override
        public void onStop(Observation.Context context) {
            reach(Step.STOP);
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            boolean supported = isOfQueue(context);
            if (supported) {
                reach(Step.SUPPORTS);
            }
            return supported;
        }
    }

    private static boolean isOfQueue(Observation.Context context) {
        return context instanceof AddObservationContext || context instanceof ExecutionObservationContext;
    }

    private static ObservationPredicate brokenPredicate() {
        return (name, context) -> {
            if (isOfQueue(context)) {
                throw new IllegalStateException("broken predicate");
            }
            return true;
        };
    }

    /** What of a convention throws. */
    enum Part {
        NAME,
        CONTEXTUAL_NAME,
        LOW_CARDINALITY,
        SUPPORTS
    }

    private static RuntimeException brokenConvention() {
        return new IllegalStateException("broken convention");
    }

    private static final class BrokenExecutionConvention extends DefaultExecutionObservationConvention {

        private final Part part;

        BrokenExecutionConvention(Part part) {
            this.part = part;
        }

        private void reach(Part reached) {
            if (reached == part) {
                throw brokenConvention();
            }
        }

        @Override
        public String getName() {
            reach(Part.NAME);
            return super.getName();
        }

        @Override
        public String getContextualName(ExecutionObservationContext context) {
            reach(Part.CONTEXTUAL_NAME);
            return super.getContextualName(context);
        }

        @Override
        public KeyValues getLowCardinalityKeyValues(ExecutionObservationContext context) {
            reach(Part.LOW_CARDINALITY);
            return super.getLowCardinalityKeyValues(context);
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            reach(Part.SUPPORTS);
            return super.supportsContext(context);
        }
    }

    private static final class BrokenAddConvention extends DefaultAddObservationConvention {

        private final Part part;

        BrokenAddConvention(Part part) {
            this.part = part;
        }

        private void reach(Part reached) {
            if (reached == part) {
                throw brokenConvention();
            }
        }

        @Override
        public String getName() {
            reach(Part.NAME);
            return super.getName();
        }

        @Override
        public String getContextualName(AddObservationContext context) {
            reach(Part.CONTEXTUAL_NAME);
            return super.getContextualName(context);
        }

        @Override
        public KeyValues getLowCardinalityKeyValues(AddObservationContext context) {
            reach(Part.LOW_CARDINALITY);
            return super.getLowCardinalityKeyValues(context);
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            reach(Part.SUPPORTS);
            return super.supportsContext(context);
        }
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void handlersThatThrowShouldNeitherStopAddsNorFailCallbacksThatWorked(Step step) {
        addsAndRunsAsIfNothingWereObserved(
                beans -> beans.registerBean(ObservationHandler.class, () -> new BrokenHandler(step, false)));
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void handlersThatAssertShouldNeitherStopAddsNorFailCallbacksThatWorked(Step step) {
        addsAndRunsAsIfNothingWereObserved(
                beans -> beans.registerBean(ObservationHandler.class, () -> new BrokenHandler(step, true)));
    }

    @Test
    void predicateThatThrowsShouldNeitherStopAddsNorFailCallbacksThatWorked() {
        addsAndRunsAsIfNothingWereObserved(
                beans -> beans.registerBean(ObservationPredicate.class, BrokenObservationsIT::brokenPredicate));
    }

    @ParameterizedTest
    @EnumSource(Part.class)
    void conventionsThatThrowShouldNeitherStopAddsNorFailCallbacksThatWorked(Part part) {
        addsAndRunsAsIfNothingWereObserved(beans -> {
            beans.registerBean(AddObservationConvention.class, () -> new BrokenAddConvention(part));
            beans.registerBean(ExecutionObservationConvention.class, () -> new BrokenExecutionConvention(part));
        });
    }

    private void addsAndRunsAsIfNothingWereObserved(TracedInstance.Beans beans) {
        try (TracedInstance instance = TracedInstance.consuming(group, beans)) {
            AddResult result = instance.service().addTask(Task.of(group, "work").build());
            assertThat(result.outcome()).isEqualTo(AddResult.Outcome.ADDED);
            String failing = instance.service()
                    .addTask(Task.of(group, "failing").build())
                    .id();
            await().atMost(LONGEST)
                    .until(() -> instance.service().findTask(group, result.id()).isEmpty());
            await().atMost(LONGEST)
                    .until(() -> instance.all(Call::task).stream()
                                    .filter(failing::equals)
                                    .count()
                            == 3);
            assertThat(instance.all(Call::task)).containsOnlyOnce(result.id()).hasSize(4);
        }
    }
}
