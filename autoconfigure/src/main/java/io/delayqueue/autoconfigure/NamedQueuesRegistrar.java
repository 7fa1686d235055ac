package io.delayqueue.autoconfigure;

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

    NamedQueuesRegistrar(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
        this.queues = new NamedQueues(environment);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        queues.names().stream()
                .filter(queues::isEnabled)
                .forEach(queue -> new NamedQueueDefinitions(beanFactory, registry, queue, queues).register());
    }
}
