package io.delayqueue.web.live;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.WebQueues;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the stream of states, and of the list of instances. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class)
@ConditionalOnBean(WebQueues.class)
public final class LiveAutoConfiguration {

    /** For samplers and questions, beside a thread for each stream that hangs. */
    private static final int OTHER_THREADS = 16;

    LiveAutoConfiguration() {}

    @Bean
    LiveThreads delayQueueLiveThreads(DelayQueueWebProperties properties) {
        return new LiveThreads(properties.maxStreams() + OTHER_THREADS);
    }

    @Bean
    LiveStreams delayQueueLiveStreams(DelayQueueWebProperties properties, LiveThreads threads) {
        return new LiveStreams(properties.maxStreams(), threads);
    }

    @Bean
    LiveController delayQueueLiveController(WebQueues queues, LiveStreams streams) {
        return new LiveController(queues, streams);
    }

    @Bean
    InstancesController delayQueueInstancesController(WebQueues queues, LiveStreams streams, LiveThreads threads) {
        return new InstancesController(queues, new InstancesReader(streams, threads));
    }
}
