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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;

/** Failing observations lose spans, never tasks. */
class BrokenObservationsIT {

    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private static final String GROUP = "g" + UUID.randomUUID();

    private static final String PREDICATE = "predicate";

    private static volatile Fault fault = new Fault("none", false);

    private static TracedInstance instance;

    /** Method of a handler that throws an exception. */
    enum Step {
        SUPPORTS,
        START,
        ERROR,
        OPEN,
        CLOSE,
        STOP
    }

    /**
     * What throws an exception.
     *
     * @param place a step of the handler, the predicate, or the conventions' method of this name
     * @param asserts whether the handler throws an error instead
     * @param thrownBy the types that have thrown it
     */
    private record Fault(String place, boolean asserts, Set<Class<?>> thrownBy) {

        Fault(String place, boolean asserts) {
            this(place, asserts, ConcurrentHashMap.newKeySet());
        }

        void reach(String reached, Class<?> type) {
            if (reached.equals(place)) {
                thrownBy.add(type);
                if (asserts) {
                    throw new AssertionError("broken: " + reached);
                }
                throw new IllegalStateException("broken: " + reached);
            }
        }
    }

    private static final class BrokenHandler implements ObservationHandler<Observation.Context>, Ordered {

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }

        private static void reach(Step step) {
            fault.reach(step.name(), BrokenHandler.class);
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

    private static ObservationPredicate predicate() {
        return (name, context) -> {
            if (isOfQueue(context)) {
                fault.reach(PREDICATE, ObservationPredicate.class);
            }
            return true;
        };
    }

    /** Creates a convention of which one method may throw an exception. */
    private static <T> T convention(Class<T> type) {
        return mock(type, call -> {
            fault.reach(call.getMethod().getName(), type);
            return call.callRealMethod();
        });
    }

    @BeforeAll
    static void start() {
        instance = TracedInstance.consuming(GROUP, BrokenObservationsIT::register);
    }

    private static void register(GenericApplicationContext beans) {
        beans.registerBean(ObservationHandler.class, BrokenHandler::new);
        beans.registerBean(ObservationPredicate.class, BrokenObservationsIT::predicate);
        beans.registerBean(AddObservationConvention.class, () -> convention(DefaultAddObservationConvention.class));
        beans.registerBean(
                ExecutionObservationConvention.class, () -> convention(DefaultExecutionObservationConvention.class));
    }

    @AfterEach
    void forgetCalls() {
        instance.calls().clear();
    }

    @AfterAll
    static void close() {
        instance.close();
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void handlersThatThrowShouldNeitherStopAddsNorFailCallbacksThatWorked(Step step) {
        assertThat(addsAndRunsInSpiteOf(new Fault(step.name(), false))).containsOnly(BrokenHandler.class);
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void handlersThatAssertShouldNeitherStopAddsNorFailCallbacksThatWorked(Step step) {
        assertThat(addsAndRunsInSpiteOf(new Fault(step.name(), true))).containsOnly(BrokenHandler.class);
    }

    @Test
    void predicateThatThrowsShouldNeitherStopAddsNorFailCallbacksThatWorked() {
        assertThat(addsAndRunsInSpiteOf(new Fault(PREDICATE, false))).containsOnly(ObservationPredicate.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"getName", "getContextualName", "getLowCardinalityKeyValues", "supportsContext"})
    void conventionsThatThrowShouldNeitherStopAddsNorFailCallbacksThatWorked(String method) {
        assertThat(addsAndRunsInSpiteOf(new Fault(method, false)))
                .containsOnly(DefaultAddObservationConvention.class, DefaultExecutionObservationConvention.class);
    }

    /** Adds and runs as if nothing were observed; returns what has thrown. */
    private static Set<Class<?>> addsAndRunsInSpiteOf(Fault broken) {
        fault = broken;
        AddResult result = instance.service().addTask(Task.of(GROUP, "work").build());
        assertThat(result.outcome()).isEqualTo(AddResult.Outcome.ADDED);
        String failing =
                instance.service().addTask(Task.of(GROUP, "failing").build()).id();
        await().atMost(MAX_WAIT)
                .until(() -> instance.service().findTask(GROUP, result.id()).isEmpty());
        await().atMost(MAX_WAIT)
                .until(() -> instance.all(Call::task).stream()
                                .filter(failing::equals)
                                .count()
                        == 3);
        assertThat(instance.all(Call::task)).containsOnlyOnce(result.id()).hasSize(4);
        return broken.thrownBy();
    }
}
