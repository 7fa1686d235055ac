package io.delayqueue.test.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueStoreFactory;
import io.delayqueue.log.Loggers;
import io.delayqueue.memory.InMemoryBackend;
import java.time.Clock;
import org.slf4j.Logger;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of stores in memory, if {@code delayqueue.store} is {@code memory}: without Redis, and not durable. */
@AutoConfiguration(before = DelayQueueAutoConfiguration.class)
@ConditionalOnClass(DelayQueueStoreFactory.class)
@ConditionalOnProperty(name = "delayqueue.store", havingValue = "memory")
public final class InMemoryStoreAutoConfiguration {

    private static final Logger LOGGER = Loggers.of(InMemoryStoreAutoConfiguration.class);

    InMemoryStoreAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DelayQueueStoreFactory delayQueueInMemoryStores() {
        return queue -> {
            LOGGER.warn(
                    "The tasks of the queue '{}' are in the memory of this process only, and lost when it ends:"
                            + " delayqueue.store is memory",
                    queue);
            return new InMemoryBackend(Clock.systemUTC());
        };
    }
}
