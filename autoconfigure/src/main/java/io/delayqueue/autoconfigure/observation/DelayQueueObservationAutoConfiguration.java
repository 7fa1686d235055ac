package io.delayqueue.autoconfigure.observation;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.autoconfigure.EngineProcessor;
import io.delayqueue.observation.AddObservationConvention;
import io.delayqueue.observation.ExecutionObservationContext;
import io.delayqueue.observation.ExecutionObservationConvention;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Auto-configuration of observations of adds and callbacks, and of traces that span both. */
@AutoConfiguration(
        after = {DelayQueueAutoConfiguration.class, ObservationAutoConfiguration.class},
        afterName = "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnQueue
@ConditionalOnBean(ObservationRegistry.class)
@ConditionalOnBooleanProperty(name = "delayqueue.observations.enabled", matchIfMissing = true)
public final class DelayQueueObservationAutoConfiguration {

    DelayQueueObservationAutoConfiguration() {}

    /** Observes outside all other interceptors, because their logs and work belong to the span. */
    @Bean
    static EngineProcessor<?> delayQueueEngineObservation(
            ObjectProvider<ObservationRegistry> registry,
            ObjectProvider<DelayQueueProperties> properties,
            ObjectProvider<AddObservationConvention> adds,
            ObjectProvider<ExecutionObservationConvention> executions) {
        return new EngineProcessor<>(engine -> new TaskObserver(
                engine.name(),
                registry.getObject(),
                adds.getIfAvailable(),
                executions.getIfAvailable(),
                properties.getObject().observations().newTraceAfter()));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Tracer.class, Propagator.class})
    static class Tracing {

        /** Before Spring Boot's handler of receivers, and not of its type: that would make Spring Boot leave out its own. */
        @Bean
        @Order(0)
        @ConditionalOnBean({Tracer.class, Propagator.class})
        TracingObservationHandler<ExecutionObservationContext> delayQueueNewTraces(
                Tracer tracer, Propagator propagator) {
            return new NewTraces(tracer, propagator);
        }

        @Bean
        @ConditionalOnBean(Tracer.class)
        ObservationHandler<ExecutionObservationContext> delayQueueTraceIds() {
            return new TraceIds();
        }
    }
}
