package io.delayqueue.web.live.stream;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import io.delayqueue.web.PayloadMask;
import io.delayqueue.web.WebQueues;
import io.delayqueue.web.api.mvc.SharedAnswers;
import io.delayqueue.web.live.sample.LiveThreads;
import io.delayqueue.web.live.sample.WorkRecorder;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the live streams and of the list of instances. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class)
@ConditionalOnBean(WebQueues.class)
// For native images, because no method of a controller has them in its signature.
@RegisterReflectionForBinding({LiveEvents.Overview.class, LiveEvents.TopicPage.class})
public final class DelayQueueWebLiveAutoConfiguration {

    /** Threads for samplers and single calls, besides one for each hanging stream. */
    private static final int OTHER_THREADS = 16;

    DelayQueueWebLiveAutoConfiguration() {}

    @Bean
    LiveThreads delayQueueLiveThreads(DelayQueueWebProperties properties) {
        return new LiveThreads(properties.maxStreams() + OTHER_THREADS);
    }

    @Bean
    LiveStreams delayQueueLiveStreams(DelayQueueWebProperties properties, LiveThreads threads) {
        return new LiveStreams(properties.maxStreams(), threads);
    }

    @Bean
    LiveController delayQueueLiveController(LiveStreams streams) {
        return new LiveController(streams);
    }

    @Bean
    InstancesController delayQueueInstancesController(LiveStreams streams) {
        return new InstancesController(streams);
    }

    @Bean
    WorkController delayQueueWorkController(SharedAnswers answers) {
        return new WorkController(answers);
    }

    @Bean
    WorkRecorder delayQueueWorkRecorder(WebQueues queues, LiveThreads threads) {
        return new WorkRecorder(queues::all, threads);
    }

    @Bean
    DeadLettersController delayQueueDeadLettersController(SharedAnswers answers, PayloadMask mask) {
        return new DeadLettersController(answers, mask);
    }
}
