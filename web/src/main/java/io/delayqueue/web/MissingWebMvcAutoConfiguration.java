package io.delayqueue.web;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;

/** Auto-configuration of an application without Spring MVC, which has neither the HTTP API nor the dashboard. */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@Conditional(MissingWebMvcAutoConfiguration.WithoutWebMvc.class)
@ConditionalOnQueue
@ConditionalOnBooleanProperty(name = "delayqueue.web.enabled", matchIfMissing = true)
public final class MissingWebMvcAutoConfiguration {

    MissingWebMvcAutoConfiguration() {}

    @Bean
    @Lazy(false)
    MissingWebMvc delayQueueMissingWebMvc() {
        return new MissingWebMvc();
    }

    /** An application that has servlets and is no web application does without them on purpose. */
    static final class WithoutWebMvc extends AnyNestedCondition {

        WithoutWebMvc() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnWebApplication(type = Type.REACTIVE)
        static final class Reactive {}

        @ConditionalOnMissingClass("jakarta.servlet.Servlet")
        static final class NoServlets {}
    }
}
