package io.delayqueue.benchmarks.contender.redisson;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Client with default settings, except the sizes of its pools: each taker needs a connection for its wait, and one in five
 * topics another for its subscription. Both pools grow only as needed.
 */
final class RedissonQueue implements OpenQueue {

    private static final int CONNECTIONS = 640;

    private static final int SUBSCRIPTION_CONNECTIONS = 128;

    private final RedissonClient client;

    private static final Duration MAX_CALL = Duration.ofMinutes(1);

    private final Takers takers = new Takers();

    private final Map<String, DelayedTopic> topics = new ConcurrentHashMap<>();

    RedissonQueue(Address redis) {
        Config config = new Config().setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress("redis://" + redis)
                // Slow calls are measured, not retried.
                .setTimeout((int) MAX_CALL.toMillis())
                .setRetryAttempts(0)
                .setConnectionPoolSize(CONNECTIONS)
                .setSubscriptionConnectionPoolSize(SUBSCRIPTION_CONNECTIONS);
        client = Redisson.create(config);
    }

    @Override
    public Runnable adding(List<Item> items) {
        if (items.size() == 1) {
            Item item = items.get(0);
            return () -> topic(item.topic()).offer(item.payload(), delay(item));
        }
        return () -> CompletableFuture.allOf(items.stream()
                        .map(item -> topic(item.topic()).offerAsync(item.payload(), delay(item)))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private static long delay(Item item) {
        return Math.max(0, item.dueAt() - System.currentTimeMillis());
    }

    private DelayedTopic topic(String name) {
        DelayedTopic topic = topics.get(name);
        return topic != null ? topic : topics.computeIfAbsent(name, missing -> new DelayedTopic(client, missing));
    }

    @Override
    public void consume(Collection<String> names, Arrivals arrivals) {
        takers.take(names.stream().map(name -> topic(name).ready()).toList(), arrivals);
    }

    @Override
    public Runnable cancelling(List<Item> items) {
        return () -> items.forEach(item -> topic(item.topic()).remove(item.payload()));
    }

    @Override
    public long remaining(String topic) {
        return topic(topic).size();
    }

    @Override
    public void close() {
        takers.close();
        topics.values().forEach(DelayedTopic::close);
        client.shutdown(0, Duration.ofSeconds(5).toMillis(), TimeUnit.MILLISECONDS);
    }
}
