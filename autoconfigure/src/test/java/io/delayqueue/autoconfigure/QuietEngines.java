package io.delayqueue.autoconfigure;

import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Engines of the default queue and of the queue "billing" that record the calls of the application. */
@Configuration(proxyBeanMethods = false)
class QuietEngines {

    @Bean
    DelayQueueEngine engine() {
        return quiet();
    }

    @Bean(defaultCandidate = false)
    @Qualifier("billing")
    DelayQueueEngine billingEngine() {
        return quiet();
    }

    private static DelayQueueEngine quiet() {
        DelayQueueEngine engine = mock(DelayQueueEngine.class);
        EngineExtensions extensions = mock(EngineExtensions.class);
        given(engine.extensions()).willReturn(extensions);
        return engine;
    }
}
