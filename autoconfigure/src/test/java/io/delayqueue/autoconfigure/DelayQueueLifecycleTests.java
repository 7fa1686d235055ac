package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.RETURNS_MOCKS;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.autoconfigure.DelayQueueProperties.Start;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.scenario.LogLines;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;

class DelayQueueLifecycleTests {

    /** Phases in which Spring Boot's web server waits for its last requests, and starts and stops. */
    private static final int WEB_DRAIN_PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

    private final DelayQueueEngine engine = mock(DelayQueueEngine.class, RETURNS_MOCKS);

    private final DelayQueueLifecycle lifecycle = new DelayQueueLifecycle(engine, Start.CONTEXT, false);

    private final ApplicationContextRunner contextRunner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class));

    @Test
    void phaseShouldStartAfterAndStopBeforeTheWebServer() {
        assertThat(lifecycle.getPhase()).isEqualTo(Integer.MAX_VALUE - 100).isGreaterThan(WEB_DRAIN_PHASE);
    }

    @ParameterizedTest
    @CsvSource({"context, 1, 1", "ready, 0, 1", "manual, 0, 0"})
    void startShouldComeWhenItIsConfigured(String start, int withContext, int whenReady) {
        contextRunner
                .withBean(FakeBackend.class)
                .withBean(DelayQueueEngine.class, () -> engine)
                .withPropertyValues("delayqueue.start=" + start)
                .run(context -> {
                    verify(engine, times(withContext)).start();
                    context.publishEvent(
                            new ApplicationReadyEvent(new SpringApplication(), new String[0], context, Duration.ZERO));
                    verify(engine, times(whenReady)).start();
                });
    }

    @Test
    void startThatIsManualShouldBeSaidWithTheTopicsUnlessItHasHappened() {
        try (LogLines log = new LogLines(DelayQueueLifecycle.class)) {
            contextRunner
                    .withBean(FakeBackend.class)
                    .withUserConfiguration(FakeBackend.Billing.class, Listener.class)
                    .withPropertyValues("delayqueue.start=manual", "delayqueue.queues.billing.concurrency=2")
                    .run(context -> {
                        context.getBean("billingDelayQueueEngine", DelayQueueEngine.class)
                                .start();
                        context.publishEvent(new ApplicationReadyEvent(
                                new SpringApplication(), new String[0], context, Duration.ZERO));
                    });
            assertThat(log.with(""))
                    .containsExactly("INFO delayqueue.start=manual: consumes nothing until start() is called:"
                            + " mails (send x8), orders (cancel x1, pay x8)");
        }
    }

    static class Listener {

        @DelayQueueListener(group = "orders", topic = "pay")
        void pay() {}

        @DelayQueueListener(group = "orders", topic = "cancel", concurrency = "1")
        void cancel() {}

        @DelayQueueListener(group = "mails", topic = "send")
        void send() {}
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 0"})
    void refusedTrafficShouldDrainTheEngineIfItIsConfigured(boolean configured, int times) {
        contextRunner
                .withBean(FakeBackend.class)
                .withBean(DelayQueueEngine.class, () -> engine)
                .withPropertyValues("delayqueue.drain-when-refusing-traffic=" + configured)
                .run(context -> {
                    AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
                    AvailabilityChangeEvent.publish(context, LivenessState.BROKEN);
                    verify(engine, never()).setReady(false);
                    AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
                    verify(engine, times(times)).setReady(false);
                    AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
                    verify(engine, times(2 * times)).setReady(true);
                    verify(engine, never().description("an operator may have drained it"))
                            .undrain();
                });
    }

    @Test
    void startOfOneQueueShouldLeaveTheOthers() {
        contextRunner
                .withBean(FakeBackend.class)
                .withUserConfiguration(FakeBackend.Billing.class)
                .withPropertyValues("delayqueue.start=manual", "delayqueue.queues.billing.start=context")
                .run(context -> {
                    DelayQueueEngine other = context.getBean(DelayQueueEngine.class);
                    assertThat(other.isRunning()).isFalse();
                    assertThat(context.getBean("billingDelayQueueEngine", DelayQueueEngine.class)
                                    .isRunning())
                            .isTrue();
                    other.start();
                    assertThat(other.isRunning()).isTrue();
                    context.close();
                    assertThat(other.isRunning()).isFalse();
                });
    }

    @Test
    void isRunningShouldAskTheEngine() {
        assertThat(lifecycle.isRunning()).isFalse();
        given(engine.isRunning()).willReturn(true);
        assertThat(lifecycle.isRunning()).isTrue();
    }

    @Test
    void stopShouldStopTheEngine() {
        lifecycle.stop();
        verify(engine).stop();
    }

    @Test
    void stopWithCallbackShouldNotWait() {
        AtomicBoolean stopped = new AtomicBoolean();
        lifecycle.stop(() -> stopped.set(true));
        verify(engine).stopAsync(any());
        verify(engine, never()).stop();
        assertThat(stopped).isFalse();
    }

    @Test
    void closeShouldStopTheEngineAndThenCloseIt() {
        given(engine.isRunning()).willReturn(true);
        willAnswer(call -> {
                    call.<Runnable>getArgument(0).run();
                    return null;
                })
                .given(engine)
                .stopAsync(any());
        contextRunner
                .withBean(FakeBackend.class)
                .withBean(DelayQueueEngine.class, () -> engine)
                .run(context -> {
                    context.close();
                    var order = inOrder(engine);
                    order.verify(engine).stopAsync(any());
                    order.verify(engine).close();
                });
    }

    @Test
    void startShouldComeAfterThatOfTheApplicationsBeans() {
        Lifecycle other = mock(SmartLifecycle.class);
        given(((SmartLifecycle) other).isAutoStartup()).willReturn(true);
        given(((SmartLifecycle) other).getPhase()).willReturn(WEB_DRAIN_PHASE);
        contextRunner
                .withBean(FakeBackend.class)
                .withBean(DelayQueueEngine.class, () -> engine)
                .withBean(Lifecycle.class, () -> other)
                .run(context -> {
                    var order = inOrder(other, engine);
                    order.verify(other).start();
                    order.verify(engine).start();
                });
    }

    @Test
    void startWhenRedisCannotBeReachedShouldNameItsAddress() {
        contextRunner
                .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                .withPropertyValues(
                        "spring.data.redis.host=127.0.0.1",
                        "spring.data.redis.port=1",
                        "spring.data.redis.timeout=200ms",
                        "spring.data.redis.connect-timeout=200ms")
                .run(context -> assertThat(context)
                        .getFailure()
                        .cause()
                        .isInstanceOf(TaskStoreUnavailableException.class)
                        .hasMessageContaining("127.0.0.1:1"));
    }
}
