package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.engine.DelayQueueEngine;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the Actuator endpoints {@code delayqueue}, {@code delayqueuepayloads}, {@code delayqueuelimits} and {@code delayqueuekeys}. */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnQueue
@RegisterReflectionForBinding({
    Descriptions.Payloads.class,
    Descriptions.Limits.class,
    Descriptions.Keys.class,
    Descriptions.Problem.class
})
public final class DelayQueueEndpointAutoConfiguration {

    DelayQueueEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint(DelayQueueEndpoint.class)
    DelayQueueEndpoint delayQueueEndpoint(ListableBeanFactory beans) {
        return new DelayQueueEndpoint(engines(beans));
    }

    @Bean
    @ConditionalOnAvailableEndpoint(DelayQueueEndpoint.class)
    DelayQueueEndpointWebExtension delayQueueEndpointWebExtension(DelayQueueEndpoint endpoint) {
        return new DelayQueueEndpointWebExtension(endpoint);
    }

    @Bean
    @ConditionalOnAvailableEndpoint(DelayQueuePayloadsEndpoint.class)
    DelayQueuePayloadsEndpoint delayQueuePayloadsEndpoint(ListableBeanFactory beans) {
        return new DelayQueuePayloadsEndpoint(engines(beans));
    }

    @Bean
    @ConditionalOnAvailableEndpoint(DelayQueueLimitsEndpoint.class)
    DelayQueueLimitsEndpoint delayQueueLimitsEndpoint(ListableBeanFactory beans) {
        return new DelayQueueLimitsEndpoint(engines(beans));
    }

    @Bean
    @ConditionalOnAvailableEndpoint(DelayQueueKeysEndpoint.class)
    DelayQueueKeysEndpoint delayQueueKeysEndpoint(ListableBeanFactory beans) {
        return new DelayQueueKeysEndpoint(engines(beans));
    }

    /** From the bean factory: engines of named queues are not candidates for injection. */
    private static Engines engines(ListableBeanFactory beans) {
        return new Engines(() -> beans.getBeansOfType(DelayQueueEngine.class).values());
    }
}
