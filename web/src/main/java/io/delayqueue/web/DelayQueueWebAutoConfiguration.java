package io.delayqueue.web;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.engine.DelayQueueEngine;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the HTTP API and the dashboard, in an application with Spring MVC. */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class, before = WebMvcAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnQueue
@ConditionalOnBooleanProperty(name = "delayqueue.web.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DelayQueueWebProperties.class)
public final class DelayQueueWebAutoConfiguration {

    DelayQueueWebAutoConfiguration() {}

    @Bean
    WebQueues delayQueueWebQueues(ListableBeanFactory beans) {
        // From the bean factory: engines of named queues are not candidates for injection.
        return new WebQueues(() -> beans.getBeansOfType(DelayQueueEngine.class).values());
    }
}
