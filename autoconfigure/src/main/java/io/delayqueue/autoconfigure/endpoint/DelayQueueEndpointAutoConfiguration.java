package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.engine.DelayQueueEngine;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the Actuator endpoint {@code delayqueue}. */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnQueue
@ConditionalOnAvailableEndpoint(DelayQueueEndpoint.class)
public final class DelayQueueEndpointAutoConfiguration {

    DelayQueueEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DelayQueueEndpoint delayQueueEndpoint(ListableBeanFactory beans) {
        // From the bean factory: engines of named queues are not candidates for injection.
        return new DelayQueueEndpoint(
                () -> beans.getBeansOfType(DelayQueueEngine.class).values());
    }

    @Bean
    @ConditionalOnMissingBean
    DelayQueueEndpointWebExtension delayQueueEndpointWebExtension(DelayQueueEndpoint endpoint) {
        return new DelayQueueEndpointWebExtension(endpoint);
    }
}
