package io.delayqueue.autoconfigure;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryPolicy;
import io.delayqueue.ServiceRegister;
import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
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
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.ConstructorArgumentValues;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionValidationException;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.util.StringUtils;

/**
 * Defines the beans of one queue with a name, all qualified with it. None is injected without the qualifier. A bean of the
 * application that is qualified so takes the place of the one of its type.
 *
 * <p>The definitions name methods and other beans and hold no code, so that ahead-of-time processing can write them down.
 */
final class NamedQueueDefinitions {

    private final ConfigurableListableBeanFactory beanFactory;

    private final BeanDefinitionRegistry registry;

    private final String queue;

    private final NamedQueues queues;

    /**
     * Prepares the definitions.
     *
     * @param queue the queue's name
     * @param queues what is said of all queues
     */
    NamedQueueDefinitions(
            ConfigurableListableBeanFactory beanFactory,
            BeanDefinitionRegistry registry,
            String queue,
            NamedQueues queues) {
        this.beanFactory = beanFactory;
        this.registry = registry;
        this.queue = queue;
        this.queues = queues;
    }

    /** How a queue goes together with Spring's transactions. */
    enum Transactions {
        /** Spring's transactions are not on the class path. */
        MISSING,
        /** Who asks for the other service, by its bean's name, adds after the commit. */
        ON_DEMAND,
        /** Who asks for the queue's service adds after the commit. */
        ALWAYS
    }

    void register(Transactions transactions) {
        String configuration = define("configuration", QueueConfiguration.class, queue);
        String engine = find(DelayQueueEngine.class);
        if (engine == null) {
            engine = define(
                    "engine",
                    DelayQueueEngine.class,
                    reference(configuration),
                    reference(backend(configuration)),
                    reference(orDefine("retryPolicy", RetryPolicy.class, configuration)));
        }
        services(engine, transactions);
        orDefine("serviceRegister", ServiceRegister.class, engine);
        orDefine("inspector", DelayQueueInspector.class, engine);
        orDefine("taskPuller", TaskPuller.class, engine);
        orDefine("lifecycle", DelayQueueLifecycle.class, engine);
    }

    private String backend(String configuration) {
        // Goes before one of the application, which is most likely on Redis.
        if (queues.store() == Store.MEMORY) {
            return backend(definition("memoryBackend", Backend.class, reference(configuration)));
        }
        String backend = find(Backend.class);
        return backend != null
                ? backend
                : backend(definition(
                        "backend",
                        RedisBackend.class,
                        reference(configuration),
                        reference(connections(configuration))));
    }

    private String backend(RootBeanDefinition definition) {
        // Closed by the engine.
        definition.setDestroyMethodName("");
        return register("backend", qualified(definition));
    }

    private String connections(String configuration) {
        String connections = find(RedisConnections.class);
        if (connections != null) {
            return connections;
        }
        String details = find(DataRedisConnectionDetails.class);
        RootBeanDefinition definition = details == null
                ? definition("redisConnections", RedisConnections.class, reference(configuration))
                : definition(
                        "givenRedisConnections", RedisConnections.class, reference(configuration), reference(details));
        return register("redisConnections", qualified(definition));
    }

    /** Of the two services only one has the qualifier, or who asks for a service with it would find both. */
    private void services(String engine, Transactions transactions) {
        String service = find(DelayQueueService.class);
        if (service == null) {
            RootBeanDefinition plain = definition("service", DelayQueueService.class, reference(engine));
            service = register("service", transactions == Transactions.ALWAYS ? plain : qualified(plain));
        }
        if (transactions != Transactions.MISSING && find(TransactionalDelayQueueService.class) == null) {
            RootBeanDefinition other = definition(
                    "transactionalService",
                    TransactionalDelayQueueService.class,
                    reference(service),
                    reference(engine));
            registry.registerBeanDefinition(
                    queue + "TransactionalDelayQueueService",
                    transactions == Transactions.ALWAYS ? qualified(other) : other);
        }
    }

    /** The bean of the application that has this type and the queue's qualifier. */
    private @Nullable String find(Class<?> type) {
        List<String> names = Stream.of(beanFactory.getBeanNamesForType(type, true, false))
                .filter(name -> BeanFactoryAnnotationUtils.isQualifierMatch(queue::equals, name, beanFactory))
                .toList();
        if (names.size() > 1) {
            throw new NoUniqueBeanDefinitionException(type, names);
        }
        names.forEach(this::requireNoDefaultCandidate);
        return names.isEmpty() ? null : names.get(0);
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

    private String orDefine(String part, Class<?> type, String... parameters) {
        String found = find(type);
        return found != null
                ? found
                : define(
                        part,
                        type,
                        Stream.of(parameters)
                                .map(NamedQueueDefinitions::reference)
                                .toArray());
    }

    private String define(String part, Class<?> type, Object... parameters) {
        return register(part, qualified(definition(part, type, parameters)));
    }

    private static RootBeanDefinition definition(String method, Class<?> type, Object... parameters) {
        RootBeanDefinition definition = new RootBeanDefinition(NamedQueueBeans.class);
        definition.setFactoryMethodName(method);
        definition.setTargetType(type);
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        definition.setDefaultCandidate(false);
        // Who asks the bean factory for a type, without a qualifier, means the default queue.
        definition.setFallback(true);
        ConstructorArgumentValues arguments = definition.getConstructorArgumentValues();
        for (int i = 0; i < parameters.length; i++) {
            arguments.addIndexedArgumentValue(i, parameters[i]);
        }
        return definition;
    }

    private RootBeanDefinition qualified(RootBeanDefinition definition) {
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, queue));
        return definition;
    }

    private static RuntimeBeanReference reference(String beanName) {
        return new RuntimeBeanReference(beanName);
    }

    private String register(String part, RootBeanDefinition definition) {
        String beanName = queue + "DelayQueue" + StringUtils.capitalize(part);
        registry.registerBeanDefinition(beanName, definition);
        return beanName;
    }
}
