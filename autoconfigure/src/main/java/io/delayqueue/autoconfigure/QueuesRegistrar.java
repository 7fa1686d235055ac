package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Defines the beans of the queues, and the {@link StoreChoice}, after the beans of the application. */
final class QueuesRegistrar implements ImportBeanDefinitionRegistrar {

    static final String STORE_CHOICE = "delayQueueStoreChoice";

    private final DefaultListableBeanFactory beanFactory;

    private final NamedQueues queues;

    private final Store store;

    QueuesRegistrar(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = (DefaultListableBeanFactory) beanFactory;
        this.queues = new NamedQueues(environment);
        this.store = StoreChoice.store(environment);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        registry.registerBeanDefinition(
                STORE_CHOICE,
                BeanDefinitionBuilder.rootBeanDefinition(StoreChoice.class, "check")
                        .addConstructorArgValue(store)
                        .setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR)
                        .getBeanDefinition());
        queues.enabled().forEach(queue -> new QueueDefinitions(beanFactory, queue, queues, store).register());
    }
}
