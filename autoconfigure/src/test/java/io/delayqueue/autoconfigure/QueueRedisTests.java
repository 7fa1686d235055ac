package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.delayqueue.RetryPolicy;
import io.delayqueue.autoconfigure.redis.DelayQueueJedisCustomizer;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.HostAndPortMapper;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisCredentials;
import redis.clients.jedis.UnifiedJedis;

/** Selection of the Redis of a queue, and replacement of parts of a queue by the application's beans. */
class QueueRedisTests {

    /** Runs with Redis servers that do not exist; the engines are not started, so nothing connects. */
    private final ApplicationContextRunner redisRunner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DelayQueueAutoConfiguration.class, DataRedisAutoConfiguration.class, SslAutoConfiguration.class))
            .withUserConfiguration(NotStarted.class)
            .withPropertyValues(
                    "spring.data.redis.host=application", "delayqueue.queues.billing.redis.host=billing.example");

    @Configuration(proxyBeanMethods = false)
    static class NotStarted {

        @Bean
        DelayQueueLifecycle lifecycle() {
            return new DelayQueueLifecycle(mock(DelayQueueEngine.class), DelayQueueProperties.Start.CONTEXT, false);
        }

        @Bean(defaultCandidate = false)
        @Qualifier("billing")
        DelayQueueLifecycle billingLifecycle() {
            return new DelayQueueLifecycle(mock(DelayQueueEngine.class), DelayQueueProperties.Start.CONTEXT, false);
        }
    }

    @Test
    void queueShouldConnectToItsOwnRedisAndTheDefaultOneToThatOfTheApplication() {
        redisRunner.run(context -> {
            assertThat(context.getBean(Backend.class).address()).isEqualTo("application:6379");
            assertThat(billing(context, Backend.class).address()).isEqualTo("billing.example:6379");
        });
    }

    @Test
    void defaultQueueShouldConnectToItsOwnRedisAndAQueueWithoutToThatOfTheApplication() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(DelayQueueAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withUserConfiguration(NotStarted.class)
                .withPropertyValues(
                        "spring.data.redis.host=application",
                        "delayqueue.redis.host=own",
                        "delayqueue.queues.billing.lease=40s")
                .run(context -> {
                    assertThat(context.getBean(Backend.class).address()).isEqualTo("own:6379");
                    assertThat(billing(context, Backend.class).address()).isEqualTo("application:6379");
                });
    }

    @Test
    void runWhenEveryQueueHasItsOwnRedisShouldNotNeedSpringBootsRedis() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
                .withUserConfiguration(NotStarted.class)
                .withPropertyValues(
                        "delayqueue.redis.url=redis://own:7000/3", "delayqueue.queues.billing.redis.port=7001")
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(DataRedisConnectionDetails.class);
                    assertThat(context.getBean(Backend.class).address()).isEqualTo("own:7000");
                    assertThat(billing(context, Backend.class).address()).isEqualTo("localhost:7001");
                });
    }

    @Test
    void connectionDetailsOfTheApplicationShouldNotReplaceARedisOfItsOwn() {
        redisRunner
                .withBean(DataRedisConnectionDetails.class, () -> details("container"))
                .run(context -> {
                    assertThat(context.getBean(Backend.class).address()).isEqualTo("container:1");
                    assertThat(billing(context, Backend.class).address()).isEqualTo("billing.example:6379");
                });
    }

    @Test
    void connectionDetailsOfAQueueShouldReplaceItsServers() {
        redisRunner.withUserConfiguration(BillingDetails.class).run(context -> {
            assertThat(context.getBean(Backend.class).address()).isEqualTo("application:6379");
            assertThat(billing(context, Backend.class).address()).isEqualTo("billing-container:1");
        });
    }

    @Test
    void partOfAQueueThatTheDefaultOneWouldTakeTooShouldStopTheStart() {
        redisRunner.withUserConfiguration(CandidateDetails.class).run(context -> assertThat(context)
                .getFailure()
                .hasMessage("The bean 'billingDetails' is qualified as a part of the queue 'billing', but the"
                        + " default queue would take it too: define it with @Bean(defaultCandidate = false)"));
        redisRunner
                .withUserConfiguration(CandidateDetails.class)
                .withPropertyValues("delayqueue.default-queue=false")
                .run(context ->
                        assertThat(billing(context, Backend.class).address()).isEqualTo("billing-container:1"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Tokens {

        @Bean
        Supplier<RedisCredentials> tokens() {
            return () -> new DefaultRedisCredentials("app", "token");
        }
    }

    @Test
    void beansOfJedisShouldApplyToAllQueuesAndCustomizersKnowTheirNames() {
        Map<String, JedisClientConfig> configs = new HashMap<>();
        HostAndPortMapper mapper = address -> address;
        redisRunner
                .withUserConfiguration(Tokens.class)
                .withBean(HostAndPortMapper.class, () -> mapper)
                .withBean(
                        DelayQueueJedisCustomizer.class, () -> (queue, builder) -> configs.put(queue, builder.build()))
                .run(context -> assertThat(configs)
                        .containsOnlyKeys("default", "billing")
                        .allSatisfy((queue, config) -> {
                            assertThat(config.getHostAndPortMapper()).isSameAs(mapper);
                            assertThat(config.getCredentialsProvider().get().getUser())
                                    .isEqualTo("app");
                        }));
    }

    @Test
    void partsOfTheApplicationShouldReplaceThoseOfTheQueue() {
        redisRunner.withUserConfiguration(BillingParts.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(RetryPolicy.class)).isNotInstanceOf(Never.class);
            assertThat(billing(context, RetryPolicy.class)).isInstanceOf(Never.class);
            assertThat(billing(context, RedisConnections.class).address()).isEqualTo("by hand");
            assertThat(billing(context, Backend.class).address()).isEqualTo("by hand");
        });
    }

    @Test
    void severalPartsOfAKindShouldStopTheStart() {
        redisRunner
                .withUserConfiguration(BillingParts.class, OtherBillingParts.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("never")
                        .hasStackTraceContaining("neverEither"));
    }

    @Configuration(proxyBeanMethods = false)
    static class BillingDetails {

        @Bean(defaultCandidate = false)
        @Qualifier("billing")
        DataRedisConnectionDetails billingDetails() {
            return details("billing-container");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class CandidateDetails {

        @Bean
        @Qualifier("billing")
        DataRedisConnectionDetails billingDetails() {
            return details("billing-container");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BillingParts {

        @Bean(defaultCandidate = false)
        @Qualifier("billing")
        Never never() {
            return new Never();
        }

        @Bean(defaultCandidate = false)
        @Qualifier("billing")
        RedisConnections connections() {
            UnifiedJedis jedis = mock(UnifiedJedis.class);
            return new RedisConnections(jedis, jedis, "by hand", Duration.ZERO);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherBillingParts {

        @Bean(defaultCandidate = false)
        @Qualifier("billing")
        Never neverEither() {
            return new Never();
        }
    }

    static final class Never implements RetryPolicy {
        @Override
        public Duration delayAfter(int failedAttempts) {
            return Duration.ofDays(1);
        }
    }

    private static DataRedisConnectionDetails details(String host) {
        return new DataRedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of(host, 1);
            }
        };
    }

    private static <T> T billing(ApplicationContext context, Class<T> type) {
        return BeanFactoryAnnotationUtils.qualifiedBeanOfType(context.getAutowireCapableBeanFactory(), type, "billing");
    }
}
