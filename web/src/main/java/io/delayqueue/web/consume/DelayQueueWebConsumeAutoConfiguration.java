package io.delayqueue.web.consume;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.WebQueues;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of what consumers over HTTP call. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class)
@ConditionalOnBean(WebQueues.class)
// For native images: no method of a controller has it in its signature.
@RegisterReflectionForBinding(ReserveResponse.class)
public final class DelayQueueWebConsumeAutoConfiguration {

    DelayQueueWebConsumeAutoConfiguration() {}

    @Bean
    LongPolls delayQueueLongPolls(DelayQueueWebProperties properties) {
        return new LongPolls(properties.maxLongPolls());
    }

    @Bean
    ReserveController delayQueueReserveController(LongPolls delayQueueLongPolls, DelayQueueWebProperties properties) {
        return new ReserveController(delayQueueLongPolls, properties.maxWait());
    }

    @Bean
    LeaseController delayQueueLeaseController() {
        return new LeaseController();
    }
}
