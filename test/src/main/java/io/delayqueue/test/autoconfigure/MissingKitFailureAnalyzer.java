package io.delayqueue.test.autoconfigure;

import io.delayqueue.test.DelayQueueTestKit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.annotation.Order;

/**
 * Explains why there is no kit for a bean of a test's application. Precedes Spring Boot's own analyzer, which suggests to
 * define one.
 */
@Order(0)
final class MissingKitFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    MissingKitFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        return cause.getBeanType() != DelayQueueTestKit.class || cause.getNumberOfBeansFound() > 0
                ? null
                : new FailureAnalysis(
                        (description == null ? "A component" : description) + " required a bean of type '"
                                + DelayQueueTestKit.class.getName()
                                + "'. There is one only in tests that have @AutoConfigureDelayQueueTest.",
                        "Put @AutoConfigureDelayQueueTest on the test class; or, where applications without it have this"
                                + " component too, inject ObjectProvider<DelayQueueTestKit>.",
                        cause);
    }
}
