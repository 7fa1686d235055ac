package io.delayqueue.autoconfigure.health;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.autoconfigure.QueueConfiguration;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of health: one indicator, or one for each queue of the application. */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnQueue
@ConditionalOnEnabledHealthIndicator("delayqueue")
public final class DelayQueueHealthContributorAutoConfiguration {

    DelayQueueHealthContributorAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = {"delayQueueHealthContributor", "delayQueueHealthIndicator"})
    HealthContributor delayQueueHealthContributor(
            ListableBeanFactory beans, DelayQueueProperties properties, ObjectProvider<QueueConfiguration> queues) {
        Map<String, DelayQueueProperties.Health> healths = queues.stream(ObjectProvider.UNFILTERED)
                .collect(Collectors.toMap(
                        QueueConfiguration::name, queue -> queue.properties().health()));
        Map<String, HealthContributor> indicators = new TreeMap<>();
        // From the bean factory: engines of named queues are not candidates for injection.
        beans.getBeansOfType(DelayQueueEngine.class)
                .forEach((bean, engine) -> indicators.put(
                        indicators.containsKey(engine.name()) ? bean : engine.name(),
                        new DelayQueueHealthIndicator(
                                engine, healths.getOrDefault(engine.name(), properties.health()))));
        return indicators.size() == 1
                ? indicators.values().iterator().next()
                : CompositeHealthContributor.fromMap(indicators);
    }
}
