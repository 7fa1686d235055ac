package io.delayqueue.benchmarks.contender.redisson;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RedissonClient;

/** Queue and the delayed queue before it. While this is open, due tasks are transferred to the queue. */
@SuppressWarnings("deprecation")
final class DelayedTopic implements AutoCloseable {

    private final RBlockingQueue<String> ready;

    private final org.redisson.api.RDelayedQueue<String> delayed;

    DelayedTopic(RedissonClient client, String name) {
        ready = client.getBlockingQueue(name);
        delayed = client.getDelayedQueue(ready);
    }

    RBlockingQueue<String> ready() {
        return ready;
    }

    void offer(String payload, long delayMillis) {
        delayed.offer(payload, delayMillis, TimeUnit.MILLISECONDS);
    }

    CompletableFuture<Void> offerAsync(String payload, long delayMillis) {
        return delayed.offerAsync(payload, delayMillis, TimeUnit.MILLISECONDS).toCompletableFuture();
    }

    void remove(String payload) {
        delayed.remove(payload);
    }

    long size() {
        return (long) delayed.size() + ready.size();
    }

    @Override
    public void close() {
        delayed.destroy();
    }
}
