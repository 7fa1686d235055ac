package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.delayqueue.CronSchedule;
import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.ServiceRegister;
import io.delayqueue.autoconfigure.listener.ListenerRegistrar;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import redis.clients.jedis.UnifiedJedis;

/** Beans of the application replace those of the auto-configuration. */
class BackOffTests {

    private final ApplicationContextRunner contextRunner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class));

    private final ApplicationContextRunner fakeRunner = contextRunner.withBean(FakeBackend.class);

    @Test
    void runWhenBackendIsGivenShouldNotConnect() {
        fakeRunner.run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(Backend.class)
                .doesNotHaveBean(RedisConnections.class));
    }

    @Test
    void runWhenConnectionsAreGivenShouldUseThem() {
        UnifiedJedis jedis = mock(UnifiedJedis.class);
        RedisConnections connections = new RedisConnections(jedis, jedis, "mine:1", Duration.ZERO);
        contextRunner
                .withBean(RedisConnections.class, () -> connections)
                .withBean(
                        DelayQueueLifecycle.class,
                        () -> new DelayQueueLifecycle(
                                mock(DelayQueueEngine.class), DelayQueueProperties.Start.CONTEXT, false))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(RedisConnections.class);
                    assertThat(context.getBean(RedisBackend.class).address()).isEqualTo("mine:1");
                });
    }

    @Test
    void runWhenRetryPolicyIsGivenShouldUseIt() {
        RetryPolicy policy = failedAttempts -> Duration.ZERO;
        fakeRunner
                .withBean(RetryPolicy.class, () -> policy)
                .run(context -> assertThat(context).getBean(RetryPolicy.class).isSameAs(policy));
    }

    @Test
    void runWhenCronScheduleIsGivenShouldUseIt() {
        CronSchedule never = (expression, zone, after) -> null;
        fakeRunner
                .withBean(CronSchedule.class, () -> never)
                .run(context -> assertThat(context).getBean(CronSchedule.class).isSameAs(never));
    }

    @Test
    void runWhenRetryPolicyIsNotGivenShouldMakeItOfTheProperties() {
        fakeRunner
                .withPropertyValues("delayqueue.retry.initial-delay=3s", "delayqueue.retry.jitter=0")
                .run(context -> assertThat(context)
                        .getBean(RetryPolicy.class)
                        .isEqualTo(new ExponentialBackoff(Duration.ofSeconds(3), 2, Duration.ofMinutes(10), 0)));
    }

    @Test
    void runWhenRetryPoliciesAreOnlyForListenersThatNameThemShouldMakeTheDefaultOfTheProperties() {
        RetryPolicy policy = failedAttempts -> Duration.ZERO;
        fakeRunner
                .withBean("named", RetryPolicy.class, () -> policy, bean -> ((AbstractBeanDefinition) bean)
                        .setDefaultCandidate(false))
                .run(context -> assertThat(
                                context.getBeanProvider(RetryPolicy.class).getObject())
                        .isInstanceOf(ExponentialBackoff.class));
        fakeRunner
                .withBean("one", RetryPolicy.class, () -> policy)
                .withBean("other", RetryPolicy.class, () -> policy)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(DelayQueueEngine.class));
    }

    @Test
    void runWhenEngineIsGivenShouldTakeWhatItOffersFromItAndRunIt() {
        DelayQueueEngine engine = mock(DelayQueueEngine.class);
        DelayQueueService service = mock(DelayQueueService.class);
        ServiceRegister register = mock(ServiceRegister.class);
        given(engine.service()).willReturn(service);
        given(engine.extensions()).willReturn(mock(EngineExtensions.class));
        TaskPuller puller = mock(TaskPuller.class);
        given(engine.register()).willReturn(register);
        DelayQueueInspector inspector = mock(DelayQueueInspector.class);
        given(engine.inspector()).willReturn(inspector);
        given(engine.puller()).willReturn(puller);
        fakeRunner.withBean(DelayQueueEngine.class, () -> engine).run(context -> {
            assertThat(context).getBean(DelayQueueEngine.class).isSameAs(engine);
            assertThat(context).getBean(DelayQueueService.class).isSameAs(service);
            assertThat(context).getBean(ServiceRegister.class).isSameAs(register);
            assertThat(context).getBean(DelayQueueInspector.class).isSameAs(inspector);
            assertThat(context).getBean(TaskPuller.class).isSameAs(puller);
            verify(engine).start();
        });
    }

    @Test
    void runWhenServiceIsGivenShouldUseIt() {
        DelayQueueService service = mock(DelayQueueService.class);
        fakeRunner.withBean(DelayQueueService.class, () -> service).run(context -> assertThat(context)
                .getBean(DelayQueueService.class)
                .isSameAs(service));
    }

    @Test
    void runWhenRegisterIsGivenShouldUseIt() {
        ServiceRegister register = mock(ServiceRegister.class);
        fakeRunner.withBean(ServiceRegister.class, () -> register).run(context -> assertThat(context)
                .getBean(ServiceRegister.class)
                .isSameAs(register));
    }

    @Test
    void runWhenInspectorIsGivenShouldUseIt() {
        DelayQueueInspector inspector = mock(DelayQueueInspector.class);
        fakeRunner.withBean(DelayQueueInspector.class, () -> inspector).run(context -> assertThat(context)
                .getBean(DelayQueueInspector.class)
                .isSameAs(inspector));
    }

    @Test
    void runWhenPullerIsGivenShouldUseIt() {
        TaskPuller puller = mock(TaskPuller.class);
        fakeRunner
                .withBean(TaskPuller.class, () -> puller)
                .run(context -> assertThat(context).getBean(TaskPuller.class).isSameAs(puller));
    }

    @Test
    void runWhenRegistrarIsGivenShouldUseIt() {
        ListenerRegistrar registrar = mock(ListenerRegistrar.class);
        fakeRunner.withBean(ListenerRegistrar.class, () -> registrar).run(context -> assertThat(context)
                .getBean(ListenerRegistrar.class)
                .isSameAs(registrar));
    }

    @Test
    void runWhenLifecycleIsGivenShouldLeaveTheEngineToIt() {
        DelayQueueLifecycle lifecycle =
                new DelayQueueLifecycle(mock(DelayQueueEngine.class), DelayQueueProperties.Start.CONTEXT, false);
        fakeRunner.withBean(DelayQueueLifecycle.class, () -> lifecycle).run(context -> {
            assertThat(context).getBean(DelayQueueLifecycle.class).isSameAs(lifecycle);
            assertThat(context.getBean(DelayQueueEngine.class).isRunning()).isFalse();
        });
    }
}
