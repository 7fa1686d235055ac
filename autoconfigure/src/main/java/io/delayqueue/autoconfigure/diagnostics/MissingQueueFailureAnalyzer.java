package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Explains why a queue that a bean needs is missing. Precedes Spring Boot's own analyzer, which suggests to define one. */
@Order(0)
final class MissingQueueFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final String ENABLED = "delayqueue.enabled";

    private static final String DEFAULT_QUEUE = "delayqueue.default-queue";

    /** Name of the class, which cannot be loaded without Spring's transactions. */
    private static final String TRANSACTIONAL = "io.delayqueue.transaction.TransactionalDelayQueueService";

    private static final Set<String> TYPES = Set.of(
            DelayQueueService.class.getName(),
            ServiceRegister.class.getName(),
            DelayQueueInspector.class.getName(),
            TaskPuller.class.getName(),
            TRANSACTIONAL);

    private static final String AUTO_CONFIGURATION = "io.delayqueue.autoconfigure.DelayQueueAutoConfiguration";

    private static final String JEDIS = "redis.clients.jedis.UnifiedJedis";

    private static final String LETTUCE = "io.lettuce.core.RedisClient";

    private static final String TRANSACTIONS = "org.springframework.transaction.support.TransactionSynchronization";

    private final ConfigurableListableBeanFactory beanFactory;

    private final NamedQueues queues;

    /** Reason and remedy. */
    private record Reason(String description, String action) {}

    MissingQueueFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
        this.queues = new NamedQueues(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        Class<?> type = cause.getBeanType();
        if (type == null || !TYPES.contains(type.getName()) || cause.getNumberOfBeansFound() > 0) {
            return null;
        }
        Reason reason = reason(type, qualifier(rootFailure));
        return reason == null
                ? null
                : new FailureAnalysis(
                        (description == null ? "A component" : description) + " required a bean of type '"
                                + type.getName() + "'. There is none because " + reason.description(),
                        reason.action(),
                        cause);
    }

    private @Nullable Reason reason(Class<?> type, @Nullable String qualifier) {
        if (!queues.isEnabled(DelayQueueEngine.DEFAULT_NAME)) {
            return switchedOff("the queue", ENABLED, type);
        }
        if (!isPresent(JEDIS)) {
            return new Reason(
                    "Jedis, the queue's client of Redis, is not on the class path."
                            + (isPresent(LETTUCE) ? " Lettuce is, but cannot replace it." : ""),
                    "Use io.delayqueue:delayqueue-spring-boot-starter without excluding Jedis, or add redis.clients:jedis,"
                            + " whose version Spring Boot manages. Lettuce may remain.");
        }
        if (!beanFactory.containsBeanDefinition(AUTO_CONFIGURATION)) {
            return new Reason(
                    AUTO_CONFIGURATION + " is excluded, or the application does not use auto-configuration.",
                    "Remove it from spring.autoconfigure.exclude and from the exclude attribute of the application's class;"
                            + " a test slice such as @WebMvcTest uses @AutoConfigureDelayQueueTest of delayqueue-test, which needs"
                            + " no Redis.");
        }
        if (type.getName().equals(TRANSACTIONAL) && !isPresent(TRANSACTIONS)) {
            return new Reason(
                    "Spring's transactions are not on the class path.",
                    "Do not exclude org.springframework:spring-tx, which the starter brings.");
        }
        return qualifier == null || qualifier.equals(DelayQueueEngine.DEFAULT_NAME)
                ? ofDefault(qualifier)
                : ofNamed(qualifier, type);
    }

    private @Nullable Reason ofDefault(@Nullable String qualifier) {
        if (queues.hasDefault()) {
            return qualifier == null
                    ? null
                    : new Reason(
                            "the default queue has no qualifier.",
                            "Remove @Qualifier(\"default\"): an injection without a qualifier is of the default queue.");
        }
        String property = queues.describe(DEFAULT_QUEUE);
        Set<String> enabled = queues.enabled();
        return enabled.isEmpty()
                ? new Reason(
                        "there is no queue: the default queue is switched off by " + property
                                + ", and there is none under delayqueue.queues.",
                        "Remove " + DEFAULT_QUEUE + "=false, or configure a queue under delayqueue.queues.")
                : new Reason(
                        "there is no default queue, which is switched off by " + property + ", only " + enabled + ".",
                        "Name the queue, as with @Qualifier(\""
                                + enabled.iterator().next() + "\"), or remove " + DEFAULT_QUEUE + "=false.");
    }

    private @Nullable Reason ofNamed(String queue, Class<?> type) {
        if (queues.disabled().contains(queue)) {
            return switchedOff("the queue '" + queue + "'", "delayqueue.queues." + queue + ".enabled", type);
        }
        Set<String> existing = new TreeSet<>(queues.enabled());
        if (existing.contains(queue)) {
            return null;
        }
        return new Reason(
                "there is no queue '" + queue + "', only " + existing + ".",
                "Give @Qualifier the name of one of these, or configure the queue under delayqueue.queues." + queue
                        + ".");
    }

    private Reason switchedOff(String queue, String property, Class<?> type) {
        return new Reason(
                queue + " is switched off by " + queues.describe(property) + ".",
                "Remove " + property + "=false; or, where the queue may be off, inject ObjectProvider<"
                        + type.getSimpleName() + ">.");
    }

    /** Qualifier of the parameter or field for which no bean was found, null if it has none. */
    private static @Nullable String qualifier(Throwable failure) {
        String qualifier = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            InjectionPoint point = cause instanceof UnsatisfiedDependencyException unsatisfied
                    ? unsatisfied.getInjectionPoint()
                    : null;
            if (point != null) {
                Qualifier annotation = point.getAnnotation(Qualifier.class);
                qualifier = annotation == null ? null : annotation.value();
            }
        }
        return qualifier;
    }

    private boolean isPresent(String className) {
        return ClassUtils.isPresent(className, beanFactory.getBeanClassLoader());
    }
}
