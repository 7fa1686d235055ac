package com.example.orders;

import io.delayqueue.DelayQueueService;
import io.delayqueue.RetryTaskException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueLimit;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.TaskWait;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Code of docs/limits.md that is compiled, and does not run. */
class LimitExamples {

    static class OneTopic {

        @DelayQueueListener(group = "orders", topic = "charge", globalConcurrency = "4", rate = "10/m")
        void charge(Order order) {
            // ...
        }

        TopicOptions options() {
            TopicLimits limits = new TopicLimits(4, Rate.valueOf("10/m"), Set.of());
            TopicOptions options = TopicOptions.builder().limits(limits).build();
            return options;
        }
    }

    @Component
    @DelayQueueLimit(group = "orders", name = "stripe", concurrency = "8", rate = "100/s", burst = "20")
    class Payments {

        @DelayQueueListener(group = "orders", topic = "capture", limits = "stripe")
        void capture(Order order) {
            // ...
        }

        @DelayQueueListener(group = "orders", topic = "refund", limits = "stripe")
        void refund(Order order) {
            // ...
        }
    }

    void build(DelayQueueEngineBuilder builder, TopicName capture, TaskCallback<Order> callback) {
        Limit stripe = Limit.of("orders", "stripe")
                .concurrency(8)
                .rate(100, TimeUnit.SECONDS)
                .burst(20);
        TopicOptions limited = TopicOptions.builder()
                .limits(new TopicLimits(null, null, Set.of("stripe")))
                .build();
        builder.limit(stripe).callback(new TopicCallback(capture, Order.class, callback, limited, "here"));
    }

    void charge(Order order, Duration retryAfter) {
        throw RetryTaskException.hold("stripe", retryAfter, "429"); // of the header Retry-After
    }

    int change(DelayQueueInspector inspector, DelayQueueService service) {
        List<LimitInfo> limits = inspector.limits("orders"); // running, waiting, held until, next token
        inspector.setLimit(Limit.of("orders", "stripe").rate(10, TimeUnit.SECONDS));
        inspector.resetLimit("orders", "stripe"); // to what the code declares
        inspector.holdLimit("orders", "stripe", Instant.now().plusSeconds(600));
        service.topic("orders", "capture").hold(Instant.now().plusSeconds(600)); // a pause that ends by itself
        return limits.size();
    }

    Optional<TaskWait> wait(DelayQueueInspector inspector) {
        Optional<TaskWait> wait = inspector.whyWaiting("orders", "order-42");
        return wait;
    }
}
