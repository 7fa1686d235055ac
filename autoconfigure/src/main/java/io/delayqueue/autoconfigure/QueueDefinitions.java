package io.delayqueue.autoconfigure;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryPolicy;
import io.delayqueue.ServiceRegister;
import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.Backend;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionValidationException;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Defines the beans of one queue. The beans of a named queue are all qualified with its name, and none is injected without the
 * qualifier; those of the default queue have no qualifier. A bean of the application replaces the one of its type: for a named queue a
 * bean with the qualifier, for the default queue a bean that is injected without one.
 *
 * <p>The definitions name methods and other beans and hold no code, so that ahead-of-time processing can generate code for
 * them.
 */
record QueueDefinitions(DefaultListableBeanFactory beanFactory, String queue, NamedQueues queues, Store store) {

    private static final String TRANSACTIONS = "org.springframework.transaction.support.TransactionSynchronization";

    private boolean isDefault() {
        return queue.equals(DelayQueueEngine.DEFAULT_NAME);
    }

    void register() {
        RuntimeBeanReference configuration = isDefault()
                ? define("defaultConfiguration", QueueConfiguration.class)
                : define("configuration", QueueConfiguration.class, queue);
        RuntimeBeanReference engine = find(DelayQueueEngine.class);
        // The application's engine of the default queue may use the other beans.
        if (engine == null || isDefault()) {
            RuntimeBeanReference backend = backend(configuration);
            RuntimeBeanReference retryPolicy = findOrDefine("retryPolicy", RetryPolicy.class, configuration);
            RootBeanDefinition definition = definition(
                    isDefault() ? "defaultEngine" : "engine",
                    DelayQueueEngine.class,
                    configuration,
                    backend,
                    retryPolicy);
            engine = engine == null ? register("engine", qualified(definition)) : engine;
        }
        defineServices(engine);
        findOrDefine("serviceRegister", ServiceRegister.class, engine);
        findOrDefine("inspector", DelayQueueInspector.class, engine);
        findOrDefine("taskPuller", TaskPuller.class, engine);
        findOrDefine("lifecycle", DelayQueueLifecycle.class, configuration, engine);
    }

    private RuntimeBeanReference backend(RuntimeBeanReference configuration) {
        boolean memory = store == Store.MEMORY;
        // Memory takes precedence over a backend of the application, which is most likely on Redis.
        RuntimeBeanReference backend = memory ? null : find(Backend.class);
        if (backend != null) {
            return backend;
        }
        RootBeanDefinition definition = memory
                ? definition("memoryBackend", Backend.class, configuration)
                : definition("backend", RedisBackend.class, configuration, connections(configuration));
        // Closed by the engine.
        definition.setDestroyMethodName("");
        definition.setPrimary(isDefault() && memory);
        return register("backend", qualified(definition));
    }

    private RuntimeBeanReference connections(RuntimeBeanReference configuration) {
        RuntimeBeanReference connections = find(RedisConnections.class);
        if (connections != null) {
            return connections;
        }
        RuntimeBeanReference details = isDefault() ? null : find(DataRedisConnectionDetails.class);
        RootBeanDefinition definition = details == null
                ? definition("redisConnections", RedisConnections.class, configuration)
                : definition("givenRedisConnections", RedisConnections.class, configuration, details);
        return register("redisConnections", qualified(definition));
    }

    /**
     * Defines the plain and the transactional service. Only one has the qualifier, which would be ambiguous otherwise. The transactional
     * service of the default queue has an auto-configuration of its own.
     */
    private void defineServices(RuntimeBeanReference engine) {
        boolean available = !isDefault() && ClassUtils.isPresent(TRANSACTIONS, beanFactory.getBeanClassLoader());
        boolean transactional = available && queues.transactions(queue).orElse(false);
        RuntimeBeanReference service = find(DelayQueueService.class);
        if (service == null) {
            RootBeanDefinition plain = definition("service", DelayQueueService.class, engine);
            service = register("service", transactional ? plain : qualified(plain));
        }
        if (available && find(TransactionalDelayQueueService.class) == null) {
            RootBeanDefinition other =
                    definition("transactionalService", TransactionalDelayQueueService.class, service, engine);
            beanFactory.registerBeanDefinition(
                    queue + "TransactionalDelayQueueService", transactional ? qualified(other) : other);
        }
    }

    /** Bean of the application of this type for the queue. */
    private @Nullable RuntimeBeanReference find(Class<?> type) {
        List<String> names = Stream.of(beanFactory.getBeanNamesForType(type, true, false))
                .filter(name -> isDefault()
                        ? isDefaultCandidate(name)
                        : BeanFactoryAnnotationUtils.isQualifierMatch(queue::equals, name, beanFactory))
                .toList();
        if (!isDefault()) {
            if (names.size() > 1) {
                throw new NoUniqueBeanDefinitionException(type, names);
            }
            names.forEach(this::requireNoDefaultCandidate);
        }
        return names.isEmpty() ? null : new RuntimeBeanReference(names.get(0));
    }

    private void requireNoDefaultCandidate(String name) {
        if (queues.hasDefault() && isDefaultCandidate(name)) {
            throw new BeanDefinitionValidationException("The bean '" + name + "' is qualified as a part of the queue '"
                    + queue + "', but the default queue would take it too: define it with"
                    + " @Bean(defaultCandidate = false)");
        }
    }

    private boolean isDefaultCandidate(String name) {
        return !(beanFactory.containsBeanDefinition(name)
                        && beanFactory.getMergedBeanDefinition(name) instanceof AbstractBeanDefinition definition)
                || definition.isAutowireCandidate() && definition.isDefaultCandidate();
    }

    private RuntimeBeanReference findOrDefine(String part, Class<?> type, Object... parameters) {
        RuntimeBeanReference found = find(type);
        return found != null ? found : define(part, type, parameters);
    }

    private RuntimeBeanReference define(String part, Class<?> type, Object... parameters) {
        return register(part, qualified(definition(part, type, parameters)));
    }

    private RootBeanDefinition definition(String method, Class<?> type, Object... parameters) {
        RootBeanDefinition definition = new RootBeanDefinition(QueueBeans.class);
        definition.setFactoryMethodName(method);
        definition.setTargetType(type);
        definition.setDependsOn(QueuesRegistrar.STORE_CHOICE);
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        if (isDefault()) {
            // All parameters are injected, so that a primary bean of the application is taken.
            return definition;
        }
        definition.setDefaultCandidate(false);
        // A lookup by type, without a qualifier, means the default queue.
        definition.setFallback(true);
        for (int i = 0; i < parameters.length; i++) {
            definition.getConstructorArgumentValues().addIndexedArgumentValue(i, parameters[i]);
        }
        return definition;
    }

    private RootBeanDefinition qualified(RootBeanDefinition definition) {
        if (!isDefault()) {
            definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, queue));
        }
        return definition;
    }

    private RuntimeBeanReference register(String part, RootBeanDefinition definition) {
        String beanName = (isDefault() ? "delayQueue" : queue + "DelayQueue") + StringUtils.capitalize(part);
        beanFactory.registerBeanDefinition(beanName, definition);
        return new RuntimeBeanReference(beanName);
    }
}
