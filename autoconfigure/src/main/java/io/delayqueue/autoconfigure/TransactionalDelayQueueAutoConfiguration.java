package io.delayqueue.autoconfigure;

import io.delayqueue.DelayQueueService;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.transaction.ChangeJournals;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Primary;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Auto-configuration of the service that changes tasks after the commit. With {@code delayqueue.transactions.enabled} it is
 * injected as {@link DelayQueueService}, otherwise only by its own type.
 */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnClass(TransactionSynchronization.class)
@ConditionalOnBean(value = DelayQueueEngine.class, search = SearchStrategy.CURRENT)
@ConditionalOnSingleCandidate(value = DelayQueueService.class, search = SearchStrategy.CURRENT)
@ConditionalOnMissingBean(value = TransactionalDelayQueueService.class, search = SearchStrategy.CURRENT)
public final class TransactionalDelayQueueAutoConfiguration {

    private static final String BEAN = "transactionalDelayQueueService";

    private static final String PROPERTY = "delayqueue.transactions.enabled";

    TransactionalDelayQueueAutoConfiguration() {}

    @Bean(BEAN)
    @Primary
    @ConditionalOnBooleanProperty(name = PROPERTY)
    TransactionalDelayQueueService primaryService(
            DelayQueueService service, DelayQueueEngine engine, ObjectProvider<ChangeJournals> journals) {
        return QueueBeans.transactionalService(service, engine, journals);
    }

    @Bean(BEAN)
    @Fallback
    @ConditionalOnBooleanProperty(name = PROPERTY, havingValue = false, matchIfMissing = true)
    TransactionalDelayQueueService fallbackService(
            DelayQueueService service, DelayQueueEngine engine, ObjectProvider<ChangeJournals> journals) {
        return QueueBeans.transactionalService(service, engine, journals);
    }

    /** Extends the queues that do not say whether they wait for the commit, if there are transactions that Spring binds to threads. */
    @Bean
    SmartInitializingSingleton delayQueueTransactionWarnings(
            Queues queues, ConfigurableListableBeanFactory beanFactory, NamedQueues named) {
        return () -> {
            if (beanFactory.getBeanNamesForType(PlatformTransactionManager.class, true, false).length > 0) {
                queues.properties().keySet().stream()
                        .filter(queue -> !named.transactions(queue).isBound())
                        .forEach(queue -> queues.extensions(queue)
                                .interceptAdds(
                                        new TransactionWarning(NamedQueues.prefix(queue) + ".transactions.enabled")));
            }
        };
    }
}
