package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.autoconfigure.diagnostics.MissingQueueReasons.Reason;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Says why there is no queue where a bean wants one. Goes before Spring Boot's own, which would have one be defined. */
@Order(0)
final class MissingQueueFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final String ENABLED = "delayqueue.enabled";

    /** By name: it cannot be loaded without Spring's transactions. */
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

    private final Environment environment;

    MissingQueueFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        Class<?> type = cause.getBeanType();
        if (type == null || !TYPES.contains(type.getName()) || cause.getNumberOfBeansFound() > 0) {
            return null;
        }
        Reason reason = reason(type, MissingQueueReasons.qualifier(rootFailure));
        return reason == null
                ? null
                : new FailureAnalysis(
                        (description == null ? "A component" : description) + " required a bean of type '"
                                + type.getName() + "'. There is none because " + reason.description(),
                        reason.action(),
                        cause);
    }

    private @Nullable Reason reason(Class<?> type, @Nullable String qualifier) {
        if (!Binder.get(environment).bind(ENABLED, Boolean.class).orElse(true)) {
            return new Reason(
                    "the queue is switched off by " + new Properties(environment).describe(ENABLED) + ".",
                    "Remove " + ENABLED + "=false; or, where the queue may be off, inject ObjectProvider<"
                            + type.getSimpleName() + ">.");
        }
        if (!isPresent(JEDIS)) {
            return new Reason(
                    "Jedis, through which the queue talks to Redis, is not on the class path."
                            + (isPresent(LETTUCE) ? " Lettuce is, and cannot stand in for it." : ""),
                    "Use io.delayqueue:delayqueue-spring-boot-starter without excluding Jedis, or add redis.clients:jedis,"
                            + " whose version Spring Boot manages. Lettuce may stay beside it.");
        }
        if (!beanFactory.containsBeanDefinition(AUTO_CONFIGURATION)) {
            return new Reason(
                    AUTO_CONFIGURATION + " is excluded, or the application does not use auto-configuration.",
                    "Take it out of spring.autoconfigure.exclude and of the exclude attribute of the application's class;"
                            + " a test of a part of the application takes"
                            + " @ImportAutoConfiguration(DelayQueueAutoConfiguration.class).");
        }
        return type.getName().equals(TRANSACTIONAL) && !isPresent(TRANSACTIONS)
                ? new Reason(
                        "Spring's transactions are not on the class path.",
                        "Add org.springframework:spring-tx, or a starter that brings it, such as that of JDBC or JPA.")
                : new MissingQueueReasons(environment).of(qualifier, type);
    }

    private boolean isPresent(String className) {
        return ClassUtils.isPresent(className, beanFactory.getBeanClassLoader());
    }
}
