package io.delayqueue.test.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueStoreFactory;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.KitAssembly;
import java.time.Instant;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Auto-configuration of queues in memory whose time a test moves. Imported by {@link AutoConfigureDelayQueueTest} only. */
@AutoConfiguration(before = {InMemoryStoreAutoConfiguration.class, DelayQueueAutoConfiguration.class})
public final class DelayQueueTestAutoConfiguration {

    /** Set by {@link AutoConfigureDelayQueueTest#startAt}. */
    static final String START_AT = "delayqueue.test.start-at";

    DelayQueueTestAutoConfiguration() {}

    @Bean
    KitAssembly delayQueueTestKitAssembly(Environment environment) {
        String start = environment.getProperty(START_AT);
        return new KitAssembly(StringUtils.hasText(start) ? Instant.parse(start) : null);
    }

    // Its contents are closed with the engines.
    @Bean(destroyMethod = "")
    DelayQueueTestKit delayQueueTestKit(KitAssembly assembly) {
        return assembly.kit();
    }

    // Takes precedence over a backend of the application.
    @Bean
    @Primary
    DelayQueueStoreFactory delayQueueTestStores(KitAssembly assembly) {
        return assembly::backend;
    }

    @Bean
    KitEngines delayQueueTestEngines(KitAssembly assembly, ListableBeanFactory beans) {
        return new KitEngines(assembly, beans);
    }
}
