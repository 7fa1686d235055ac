package io.delayqueue.jdbc;

import io.delayqueue.autoconfigure.ConditionalOnQueue;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.TransactionalDelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Auto-configuration of the outboxes and once guards, in an application with a {@link DataSource}. */
@AutoConfiguration(
        after = {DelayQueueAutoConfiguration.class, DataSourceAutoConfiguration.class},
        before = TransactionalDelayQueueAutoConfiguration.class)
@ConditionalOnBean(DataSource.class)
@ConditionalOnQueue
@EnableConfigurationProperties({DelayQueueJdbcProperties.class, JdbcQueueProperties.class})
@Import(NamedGuardsRegistrar.class)
@ImportRuntimeHints(DelayQueueJdbcAutoConfiguration.Hints.class)
public final class DelayQueueJdbcAutoConfiguration {

    DelayQueueJdbcAutoConfiguration() {}

    /** Registers the scripts, and the method that {@link EntityFlush} calls, for native images. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.resources().registerPattern("io/delayqueue/jdbc/schema-*.sql");
            hints.reflection()
                    .registerTypeIfPresent(
                            classLoader,
                            "org.hibernate.internal.SessionImpl",
                            type -> type.withMethod("getHibernateFlushMode", List.of(), ExecutableMode.INVOKE));
        }
    }

    @Bean
    TransactionManagers delayQueueTransactionManagers(ConfigurableListableBeanFactory beans) {
        return new TransactionManagers(beans);
    }

    @Bean(NamedGuardsRegistrar.QUEUES)
    JdbcQueues delayQueueJdbcQueues(
            ConfigurableListableBeanFactory beans,
            Environment environment,
            DelayQueueJdbcProperties properties,
            JdbcQueueProperties ofDefaultQueue,
            TransactionManagers managers) {
        return new JdbcQueues(
                new Databases(beans, properties),
                new NamedQueues(environment),
                ofDefaultQueue,
                queue -> queue.equals(DelayQueueEngine.DEFAULT_NAME)
                        ? beans.getBean(DelayQueueEngine.class)
                        : BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, DelayQueueEngine.class, queue),
                managers);
    }

    /** Lazy, because a database that does no work once needs neither a dialect nor the table. */
    @Bean
    @Lazy
    @ConditionalOnBooleanProperty(name = "delayqueue.default-queue", matchIfMissing = true)
    @ConditionalOnMissingBean
    OnceGuard delayQueueOnceGuard(JdbcQueues queues) {
        return queues.guard(DelayQueueEngine.DEFAULT_NAME);
    }
}
