package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.CronSchedule;
import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryPolicy;
import io.delayqueue.ServiceRegister;
import io.delayqueue.autoconfigure.listener.ListenerRegistrar;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.Pool;

/** Beans of the auto-configuration and their conditions. */
class DelayQueueAutoConfigurationTests {

    private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
            .withBean(FakeBackend.class);

    /** Runs on the application's Redis; the engine is not started, so nothing connects. */
    private final ApplicationContextRunner redisRunner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(DelayQueueAutoConfiguration.class, DataRedisAutoConfiguration.class))
            .withBean(
                    DelayQueueLifecycle.class,
                    () -> new DelayQueueLifecycle(
                            mock(DelayQueueEngine.class), DelayQueueProperties.Start.CONTEXT, false));

    @Test
    void runShouldCreateEverythingOnTheGivenBackend() {
        contextRunner.run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(DelayQueueProperties.class)
                .hasSingleBean(RetryPolicy.class)
                .hasSingleBean(CronSchedule.class)
                .hasSingleBean(DelayQueueEngine.class)
                .hasSingleBean(DelayQueueService.class)
                .hasSingleBean(ServiceRegister.class)
                .hasSingleBean(DelayQueueInspector.class)
                .hasSingleBean(TaskPuller.class)
                .hasSingleBean(ListenerRegistrar.class)
                .hasSingleBean(DelayQueueLifecycle.class));
    }

    @Test
    void runWhenDisabledShouldCreateNoBeanOfOurs() {
        contextRunner.withPropertyValues("delayqueue.enabled=false").run(context -> assertThat(ourBeans(context))
                .containsExactly("fakeBackend"));
    }

    @Test
    void runWhenDisabledShouldNotReadTheOtherProperties() {
        contextRunner
                .withPropertyValues("delayqueue.enabled=false", "delayqueue.concurrency=0")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void runWhenEnabledIsSaidShouldCreateEngine() {
        contextRunner.withPropertyValues("delayqueue.enabled=true").run(context -> assertThat(context)
                .hasSingleBean(DelayQueueEngine.class));
    }

    @Test
    void runWhenJedisIsMissingShouldBackOff() {
        contextRunner
                .withClassLoader(new FilteredClassLoader(UnifiedJedis.class))
                .run(context -> assertThat(ourBeans(context)).containsExactly("fakeBackend"));
    }

    @Test
    void runWhenCoreIsMissingShouldBackOff() {
        contextRunner
                .withClassLoader(new FilteredClassLoader(DelayQueueEngine.class))
                .run(context -> assertThat(ourBeans(context)).containsExactly("fakeBackend"));
    }

    @Test
    void applicationShouldFindItByTheImportsFile() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(DelayQueueAutoConfiguration.class.getName());
        new ApplicationContextRunner()
                .withUserConfiguration(PlainApplication.class)
                .withBean(FakeBackend.class)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(DelayQueueEngine.class));
    }

    @Test
    void orderShouldBeAfterRedisAndJackson() {
        AutoConfigurations configurations = AutoConfigurations.of(
                DelayQueueAutoConfiguration.class, JacksonAutoConfiguration.class, DataRedisAutoConfiguration.class);
        assertThat(Configurations.getClasses(configurations))
                .containsExactlyInAnyOrder(
                        DataRedisAutoConfiguration.class,
                        JacksonAutoConfiguration.class,
                        DelayQueueAutoConfiguration.class)
                .endsWith(DelayQueueAutoConfiguration.class);
    }

    @Test
    void runShouldConnectToTheRedisOfTheApplication() {
        redisRunner
                .withPropertyValues("spring.data.redis.host=redis.example", "spring.data.redis.port=6390")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(RedisBackend.class);
                    assertThat(context.getBean(RedisConnections.class).address())
                            .isEqualTo("redis.example:6390");
                    assertThat(context.getBean(Backend.class).address()).isEqualTo("redis.example:6390");
                });
    }

    /** Waiting needs a client with dedicated connections, so the failure shows that the store has the setting. */
    @Test
    void runWhenReplicasMustConfirmShouldTellTheStore() {
        UnifiedJedis jedis = mock(UnifiedJedis.class);
        redisRunner
                .withPropertyValues("delayqueue.durability.min-replicas=1")
                .withBean(RedisConnections.class, () -> new RedisConnections(jedis, jedis, "mine:1", Duration.ZERO))
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseInstanceOf(IllegalArgumentException.class)
                        .rootCause()
                        .hasMessageContaining("Waiting for replicas needs a RedisClient"));
    }

    @Test
    void runWhenEngineCannotBeMadeShouldCloseTheConnections() {
        List<RedisConnections> made = new ArrayList<>();
        redisRunner
                .withBean(DelayQueueEngineCustomizer.class, () -> (queue, builder) -> {
                    throw new IllegalStateException("no engine");
                })
                .withBean(BeanPostProcessor.class, () -> new Collector(made))
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(made).singleElement().satisfies(connections -> {
                        assertThat(pool(connections.commands()).isClosed()).isTrue();
                        assertThat(pool(connections.blocking()).isClosed()).isTrue();
                    });
                });
    }

    private static Pool<?> pool(UnifiedJedis client) {
        return ((RedisClient) client).getPool();
    }

    private static Stream<String> ourBeans(ApplicationContext context) {
        return Arrays.stream(context.getBeanDefinitionNames()).filter(name -> {
            Class<?> type = context.getType(name);
            return type != null && type.getName().startsWith("io.delayqueue.");
        });
    }

    record Collector(List<RedisConnections> made) implements BeanPostProcessor {
        @Override
        public Object postProcessAfterInitialization(Object bean, String beanName) {
            if (bean instanceof RedisConnections connections) {
                made.add(connections);
            }
            return bean;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class PlainApplication {}
}
