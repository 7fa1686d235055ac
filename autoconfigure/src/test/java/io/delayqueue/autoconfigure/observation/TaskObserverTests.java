package io.delayqueue.autoconfigure.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.autoconfigure.TestInvocation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TaskObserverTests {

    private final ObservationRegistry registry = ObservationRegistry.create();

    private final TaskObserver observer = observer(registry);

    private final List<String> events = new ArrayList<>();

    private static TaskObserver observer(ObservationRegistry registry) {
        return new TaskObserver("default", registry, null, null, Duration.ofHours(1));
    }

    private static void fail() throws IOException {
        throw new IOException("no luck");
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
        TestInvocation.run(observer, () -> events.add("callback"));
        assertThat(events).containsExactly("callback");
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
        TestInvocation.run(observer, () -> {});
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
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> TestInvocation.run(observer, TaskObserverTests::fail))
                .withMessage("no luck")
                .withNoCause();
    }

    @Test
    void registryThatObservesNothingShouldNotBeInTheWay() throws Exception {
        TestInvocation.run(observer(ObservationRegistry.NOOP), () -> events.add("callback"));
        assertThat(events).containsExactly("callback");
    }

    @Test
    void asynchronousCallbackShouldBeObservedToItsEnd() throws Exception {
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
        TestInvocation invocation = new TestInvocation(() -> events.add("callback"));
        observer.intercept(invocation);
        assertThat(events).containsExactly("scope", "callback", "closed");
        assertThat(registry.getCurrentObservationScope()).isNull();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> invocation.end(TaskObserverTests::fail));
        assertThat(events).containsExactly("scope", "callback", "closed", "scope", "closed", "error no luck", "stop");
        assertThat(registry.getCurrentObservationScope()).isNull();
    }
}
