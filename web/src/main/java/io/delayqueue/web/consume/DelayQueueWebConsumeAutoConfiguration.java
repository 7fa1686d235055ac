package io.delayqueue.web.consume;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.WebQueues;
import java.time.Duration;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the API for consumers over HTTP. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class)
@ConditionalOnBean(WebQueues.class)
// For native images, because no method of a controller has it in its signature.
@RegisterReflectionForBinding(ReserveResponse.class)
public final class DelayQueueWebConsumeAutoConfiguration {

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    DelayQueueWebConsumeAutoConfiguration() {}

    @Bean
    LongPolls delayQueueLongPolls(DelayQueueWebProperties properties) {
        return new LongPolls(properties.maxLongPolls());
    }

    @Bean
    GiveBacks delayQueueGiveBacks() {
        return new GiveBacks(FIRST_PAUSE);
    }

    @Bean
    ReserveController delayQueueReserveController(
            LongPolls delayQueueLongPolls, GiveBacks delayQueueGiveBacks, DelayQueueWebProperties properties) {
        return new ReserveController(delayQueueLongPolls, delayQueueGiveBacks, properties.maxWait());
    }

    @Bean
    LeaseController delayQueueLeaseController() {
        return new LeaseController();
    }
}
