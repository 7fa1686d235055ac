package io.delayqueue.autoconfigure.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

class ExecutionObserverTests {

    private final ObservationRegistry registry = ObservationRegistry.create();

    private final ExecutionObserver observer = new ExecutionObserver("default", registry, null);

    private final TaskInvocation invocation = mock(TaskInvocation.class);

    ExecutionObserverTests() {
        TaskContext context = mock(TaskContext.class);
        given(context.group()).willReturn("orders");
        given(context.topic()).willReturn("cancel");
        given(context.id()).willReturn("42");
        given(context.headers()).willReturn(Map.of());
        given(invocation.context()).willReturn(context);
    }

    private void handle(ObservationHandler<Observation.Context> handler) {
        registry.observationConfig().observationHandler(handler);
    }

    /** The thread runs other tasks afterwards. */
    @Test
    void handlersThatThrowShouldLeaveNoScopeOnTheThread() throws Exception {
        handle(new ObservationHandler<>() {
            @Override
            public void onScopeOpened(Observation.Context context) {
                throw new IllegalStateException("open");
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        observer.intercept(invocation);
        verify(invocation).proceed();
        assertThat(registry.getCurrentObservationScope()).isNull();
    }

    @Test
    void handlersThatThrowAtTheCloseShouldLeaveNoScopeOnTheThread() throws Exception {
        handle(new ObservationHandler<>() {
            @Override
            public void onScopeClosed(Observation.Context context) {
                throw new IllegalStateException("close");
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        observer.intercept(invocation);
        assertThat(registry.getCurrentObservationScope()).isNull();
    }

    @Test
    void failureOfCallbackShouldBeTheOneThatIsThrown() throws Exception {
        handle(new ObservationHandler<>() {
            @Override
            public void onError(Observation.Context context) {
                throw new IllegalStateException("error");
            }

            @Override
            public void onStop(Observation.Context context) {
                throw new IllegalStateException("stop");
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        willThrow(new IOException("no luck")).given(invocation).proceed();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> observer.intercept(invocation))
                .withMessage("no luck")
                .withNoCause();
    }

    @Test
    void registryThatObservesNothingShouldNotBeInTheWay() throws Exception {
        new ExecutionObserver("default", ObservationRegistry.NOOP, null).intercept(invocation);
        verify(invocation).proceed();
    }

    @Test
    void asynchronousCallbackShouldBeObservedToItsEnd() throws Exception {
        List<String> events = new ArrayList<>();
        handle(new ObservationHandler<>() {
            @Override
            public void onScopeOpened(Observation.Context context) {
                events.add("scope");
            }

            @Override
            public void onScopeClosed(Observation.Context context) {
                events.add("closed");
            }

            @Override
            public void onError(Observation.Context context) {
                events.add("error " + Objects.requireNonNull(context.getError()).getMessage());
            }

            @Override
            public void onStop(Observation.Context context) {
                events.add("stop");
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        given(invocation.isPending()).willReturn(true);
        observer.intercept(invocation);
        assertThat(events).containsExactly("scope", "closed");
        assertThat(registry.getCurrentObservationScope()).isNull();
        ArgumentCaptor<TaskInterceptor> end = ArgumentCaptor.forClass(TaskInterceptor.class);
        verify(invocation).interceptEnd(end.capture());
        TaskInvocation ending = mock(TaskInvocation.class);
        willThrow(new IOException("no luck")).given(ending).proceed();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> end.getValue().intercept(ending));
        assertThat(events).containsExactly("scope", "closed", "scope", "closed", "error no luck", "stop");
        assertThat(registry.getCurrentObservationScope()).isNull();
    }
}
