package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Defines the beans of the queues under {@code delayqueue.queues}, after those of the application. */
final class NamedQueuesRegistrar implements ImportBeanDefinitionRegistrar {

    private final ConfigurableListableBeanFactory beanFactory;

    private final NamedQueues queues;

    private final Environment environment;

    NamedQueuesRegistrar(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
        this.queues = new NamedQueues(environment);
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Store store = StoreChoice.store(environment);
        queues.names().stream()
                .filter(queues::isEnabled)
                .forEach(queue -> new NamedQueueDefinitions(beanFactory, registry, queue, queues, store).register());
    }
}
