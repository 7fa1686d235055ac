package com.example.groups;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TopicName;
import io.delayqueue.autoconfigure.DelayQueueEngineCustomizer;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.TopicLimits;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Cancels orders that are not paid in time, in all groups. */
@Configuration(proxyBeanMethods = false)
class Cancellations {

    private static final Logger log = LoggerFactory.getLogger(Cancellations.class);

    /** The limit holds in each group by itself: all groups together run as many tasks as it says times the number of the groups. */
    @Bean
    DelayQueueEngineCustomizer cancelling(Router router, Bank bank, @Value("${shop.at-once}") int atOnce) {
        TaskCallback<String> cancel = (order, context) -> cancel(order, context, bank);
        TopicOptions options = TopicOptions.builder()
                .concurrency(atOnce)
                .limits(new TopicLimits(atOnce, null, Set.of()))
                .build();
        return (queue, builder) -> router.groups()
                .forEach(group -> builder.callback(new TopicCallback(
                        new TopicName(group, "cancel"), String.class, cancel, options, "Cancellations")));
    }

    private static void cancel(String order, TaskContext context, Bank bank) {
        bank.refund(order);
        log.info("Order {} was not paid: cancelled, in group {}", order, context.group());
    }
}
