package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.NamedQueueDefinitions.Transactions;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Defines the beans of the queues under {@code delayqueue.queues}, after those of the application. */
final class NamedQueuesRegistrar implements ImportBeanDefinitionRegistrar {

    private static final String TRANSACTIONS = "org.springframework.transaction.support.TransactionSynchronization";

    private final ConfigurableListableBeanFactory beanFactory;

    private final NamedQueues queues;

    NamedQueuesRegistrar(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = (ConfigurableListableBeanFactory) beanFactory;
        this.queues = new NamedQueues(environment);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        for (String queue : queues.names()) {
            if (queues.isEnabled(queue)) {
                new NamedQueueDefinitions(beanFactory, registry, queue, queues).register(transactions(queue));
            }
        }
    }

    private Transactions transactions(String queue) {
        if (!ClassUtils.isPresent(TRANSACTIONS, beanFactory.getBeanClassLoader())) {
            return Transactions.MISSING;
        }
        return queues.hasTransactions(queue) ? Transactions.ALWAYS : Transactions.ON_DEMAND;
    }
}
