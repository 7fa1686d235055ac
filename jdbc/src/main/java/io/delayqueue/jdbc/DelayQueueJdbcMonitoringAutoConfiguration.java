package io.delayqueue.jdbc;

import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsProperties;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of the meters, the health and the Actuator endpoint of outboxes and once guards. */
@AutoConfiguration(after = {DelayQueueJdbcAutoConfiguration.class, DelayQueueMetricsAutoConfiguration.class})
@ConditionalOnBean(JdbcQueues.class)
public final class DelayQueueJdbcMonitoringAutoConfiguration {

    DelayQueueJdbcMonitoringAutoConfiguration() {}

    /** Meters, if the queues have meters: the properties are a bean then. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean({MeterRegistry.class, DelayQueueMetricsProperties.class})
    static class Meters {

        @Bean
        JdbcMeters delayQueueJdbcMeters(
                MeterRegistry registry, JdbcQueues queues, DelayQueueMetricsProperties properties) {
            return new JdbcMeters(registry, queues, properties.depthRefresh());
        }
    }

    /** Health. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
    @ConditionalOnEnabledHealthIndicator("delayqueueoutbox")
    static class Healths {

        @Bean
        @ConditionalOnMissingBean(name = {"delayQueueOutboxHealthContributor", "delayQueueOutboxHealthIndicator"})
        HealthIndicator delayQueueOutboxHealthIndicator(JdbcQueues queues) {
            return new OutboxHealthIndicator(queues);
        }
    }

    /** The Actuator endpoint {@code delayqueueoutbox}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class Endpoints {

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint(DelayQueueOutboxEndpoint.class)
        @RegisterReflectionForBinding({DelayQueueOutboxEndpoint.Outboxes.class, DelayQueueOutboxEndpoint.Problem.class})
        DelayQueueOutboxEndpoint delayQueueOutboxEndpoint(JdbcQueues queues) {
            return new DelayQueueOutboxEndpoint(queues);
        }
    }
}
