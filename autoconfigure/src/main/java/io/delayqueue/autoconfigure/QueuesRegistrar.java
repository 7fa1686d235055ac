package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
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
        RootBeanDefinition choice = new RootBeanDefinition(StoreChoice.class);
        choice.setFactoryMethodName("check");
        choice.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        choice.getConstructorArgumentValues().addIndexedArgumentValue(0, store);
        registry.registerBeanDefinition(STORE_CHOICE, choice);
        queues.enabled().forEach(queue -> new QueueDefinitions(beanFactory, queue, queues, store).register());
    }
}
