package io.delayqueue.web;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Auto-configuration of an application with Spring WebFlux, which has neither the HTTP API nor the dashboard. */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnQueue
@ConditionalOnBooleanProperty(name = "delayqueue.web.enabled", matchIfMissing = true)
public final class DelayQueueWebFluxAutoConfiguration {

    DelayQueueWebFluxAutoConfiguration() {}

    @Bean
    @Lazy(false)
    MissingWebMvc delayQueueMissingWebMvc() {
        return new MissingWebMvc();
    }
}
