package io.delayqueue.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.AddResult;
import io.delayqueue.Task;
import io.delayqueue.observation.TracedApplication.Call;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.Ordered;

/** Observations that do not work cost spans, never tasks. */
class BrokenObservationsIT {

    private final String group = "g" + UUID.randomUUID();

    /** Where a handler throws. */
    enum Step {
        START,
        ERROR,
        OPEN,
        CLOSE,
        STOP
    }

    private record Broken(Step step) implements ObservationHandler<Observation.Context>, Ordered {

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }

        private void reach(Step reached) {
            if (reached == step) {
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
            return context instanceof AddObservationContext || context instanceof ExecutionObservationContext;
        }
    }

    private static final class BrokenConvention extends DefaultExecutionObservationConvention {
        @Override
        public String getContextualName(ExecutionObservationContext context) {
            throw new IllegalStateException("broken convention");
        }
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void handlersThatThrowShouldNeitherStopAddsNorFailCallbacksThatWorked(Step step) {
        try (TracedInstance instance = TracedInstance.consuming(
                group, beans -> beans.registerBean(ObservationHandler.class, () -> new Broken(step)))) {
            AddResult result = instance.service().addTask(Task.of(group, "work").build());
            assertThat(result.outcome()).isEqualTo(AddResult.Outcome.ADDED);
            String failing = instance.service()
                    .addTask(Task.of(group, "failing").build())
                    .id();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> instance.service().findTask(group, result.id()).isEmpty());
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> instance.all(Call::task).stream()
                                    .filter(failing::equals)
                                    .count()
                            == 3);
            assertThat(instance.all(Call::task)).containsOnlyOnce(result.id()).hasSize(4);
        }
    }

    @Test
    void conventionThatThrowsShouldNotFailCallbacks() {
        try (TracedInstance instance = TracedInstance.consuming(
                group,
                beans -> beans.registerBean(ExecutionObservationConvention.class, () -> new BrokenConvention()))) {
            String id =
                    instance.service().addTask(Task.of(group, "work").build()).id();
            await().until(() -> instance.service().findTask(group, id).isEmpty());
            assertThat(instance.all(Call::task)).containsExactly(id);
        }
    }
}
