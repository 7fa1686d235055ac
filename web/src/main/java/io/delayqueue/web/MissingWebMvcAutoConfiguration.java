package io.delayqueue.web;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.log.Loggers;
import org.slf4j.Logger;
import org.springframework.beans.factory.SmartInitializingSingleton;
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

    private static final Logger log = Loggers.of(MissingWebMvcAutoConfiguration.class);

    MissingWebMvcAutoConfiguration() {}

    /** Logs at the start that there is no dashboard, and how to get one. */
    @Bean
    @Lazy(false)
    SmartInitializingSingleton delayQueueMissingWebMvc() {
        return () -> log.warn(
                "delayqueue-spring-boot-web needs a server with Spring MVC, and this application has none: there is"
                        + " neither the HTTP API nor the dashboard. Add org.springframework.boot:spring-boot-starter-webmvc. An"
                        + " application with Spring WebFlux leaves them to another one on the same Redis. To have neither, set"
                        + " delayqueue.web.enabled=false.");
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
