package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.DelayQueueStoreFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Explains why a store in memory is missing. Precedes Spring Boot's own analyzer, which suggests to define a bean. */
@Order(0)
final class MissingStoreFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final String STORE = "delayqueue.store";

    private static final String MODULE = "io.delayqueue:delayqueue-test";

    private static final String AUTO_CONFIGURATION = "io.delayqueue.test.autoconfigure.InMemoryStoreAutoConfiguration";

    private final BeanFactory beanFactory;

    private final Properties properties;

    MissingStoreFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = beanFactory;
        this.properties = new Properties(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        if (cause.getBeanType() != DelayQueueStoreFactory.class || cause.getNumberOfBeansFound() > 0) {
            return null;
        }
        String wish = "Tasks are kept in memory by " + properties.describe(STORE) + "; but ";
        return hasModule(beanFactory)
                ? new FailureAnalysis(
                        wish + AUTO_CONFIGURATION
                                + ", which creates such a store, is excluded, or the application does not"
                                + " use auto-configuration.",
                        "Remove it from spring.autoconfigure.exclude and from the exclude attribute of the application's"
                                + " class. A test slice uses @AutoConfigureDelayQueueTest.",
                        cause)
                : new FailureAnalysis(
                        wish + MODULE + ", which has such a store, is not on the class path.",
                        "Add " + MODULE
                                + ": with the scope test if it is for tests and for mvn spring-boot:test-run, else with"
                                + " <optional>true</optional>, as Spring Boot leaves it out of the packaged jar."
                                + " Or remove " + STORE + "=memory, to keep tasks in Redis.",
                        cause);
    }

    /** Whether delayqueue-test is on the class path of the application. */
    static boolean hasModule(BeanFactory beanFactory) {
        ClassLoader classLoader =
                beanFactory instanceof ConfigurableBeanFactory configurable ? configurable.getBeanClassLoader() : null;
        return ClassUtils.isPresent("io.delayqueue.memory.InMemoryBackend", classLoader);
    }
}
