package io.delayqueue.autoconfigure.metrics;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.EngineProcessor;
import io.delayqueue.autoconfigure.observation.DelayQueueObservationAutoConfiguration;
import io.delayqueue.engine.DelayQueueEngine;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.Order;

/** Auto-configuration of the meters of queues in the application's {@link MeterRegistry}. */
@AutoConfiguration(
        after = {
            DelayQueueAutoConfiguration.class,
            DelayQueueObservationAutoConfiguration.class,
            MetricsAutoConfiguration.class,
            CompositeMeterRegistryAutoConfiguration.class
        })
@ConditionalOnClass({DelayQueueEngine.class, MeterRegistry.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnQueue
@Conditional(OnMetricsEnabledCondition.class)
@EnableConfigurationProperties(DelayQueueMetricsProperties.class)
public final class DelayQueueMetricsAutoConfiguration {

    DelayQueueMetricsAutoConfiguration() {}

    @Bean
    TopicLimit delayQueueTopicLimit(DelayQueueMetricsProperties properties) {
        return new TopicLimit(properties.maxTopics());
    }

    @Bean
    @Order(DelayQueueMeterFilter.ORDER)
    DelayQueueMeterFilter delayQueueMeterFilter(TopicLimit limit, DelayQueueMetricsProperties properties) {
        return new DelayQueueMeterFilter(limit, properties.percentiles());
    }

    /** Adds the meters after all beans have been created. */
    @Bean
    SmartInitializingSingleton delayQueueEngineMetrics(
            ObjectProvider<DelayQueueEngine> engines,
            MeterRegistry registry,
            TopicLimit limit,
            DelayQueueMetricsProperties properties) {
        return () -> engines.stream(ObjectProvider.UNFILTERED)
                .forEach(engine -> EngineMetrics.add(engine, registry, limit, properties));
    }

    /** Adds timers to engines without observations. */
    @Bean
    @ConditionalOnMissingBean(name = "delayQueueEngineObservation")
    static EngineProcessor<?> delayQueueUnobservedEngines(ObjectProvider<MeterRegistry> registry) {
        return new EngineProcessor<>(engine -> new TaskTimers(registry.getObject(), engine.name()));
    }
}
