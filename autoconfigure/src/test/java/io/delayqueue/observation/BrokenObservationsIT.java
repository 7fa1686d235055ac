package io.delayqueue.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.delayqueue.AddResult;
import io.delayqueue.Task;
import io.delayqueue.observation.TracedApplication.Call;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.Ordered;

/** Failing observations lose spans, never tasks. */
class BrokenObservationsIT {

    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private final String group = "g" + UUID.randomUUID();

    private final Set<Class<?>> broken = ConcurrentHashMap.newKeySet();

    /** Method of a handler that throws an exception. */
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

    /** Creates a convention of which one method throws an exception. */
    private <T> T brokenConvention(Class<T> type, String method) {
        return mock(type, call -> {
            if (call.getMethod().getName().equals(method)) {
                broken.add(type);
                throw new IllegalStateException("broken convention");
            }
            return call.callRealMethod();
        });
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
    @ValueSource(strings = {"getName", "getContextualName", "getLowCardinalityKeyValues", "supportsContext"})
    void conventionsThatThrowShouldNeitherStopAddsNorFailCallbacksThatWorked(String method) {
        addsAndRunsAsIfNothingWereObserved(beans -> {
            beans.registerBean(
                    AddObservationConvention.class,
                    () -> brokenConvention(DefaultAddObservationConvention.class, method));
            beans.registerBean(
                    ExecutionObservationConvention.class,
                    () -> brokenConvention(DefaultExecutionObservationConvention.class, method));
        });
        assertThat(broken)
                .containsOnly(DefaultAddObservationConvention.class, DefaultExecutionObservationConvention.class);
    }

    private void addsAndRunsAsIfNothingWereObserved(TracedInstance.Beans beans) {
        try (TracedInstance instance = TracedInstance.consuming(group, beans)) {
            AddResult result = instance.service().addTask(Task.of(group, "work").build());
            assertThat(result.outcome()).isEqualTo(AddResult.Outcome.ADDED);
            String failing = instance.service()
                    .addTask(Task.of(group, "failing").build())
                    .id();
            await().atMost(MAX_WAIT)
                    .until(() -> instance.service().findTask(group, result.id()).isEmpty());
            await().atMost(MAX_WAIT)
                    .until(() -> instance.all(Call::task).stream()
                                    .filter(failing::equals)
                                    .count()
                            == 3);
            assertThat(instance.all(Call::task)).containsOnlyOnce(result.id()).hasSize(4);
        }
    }
}
