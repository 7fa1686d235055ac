package io.delayqueue.benchmarks.contender.ancestor;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** Adds and removes tasks by one script each; has a pusher and the topics' consumers once it consumes. */
final class AncestorQueue implements OpenQueue {

    private static final int CONNECTIONS = 64;

    private final Address redis;

    private final RedisClient client;

    private final Script add;

    private final Script remove;

    private final Script count;

    private final Pusher pusher;

    private final List<Consumer> consumers = new ArrayList<>();

    private final Set<String> registered = ConcurrentHashMap.newKeySet();

    AncestorQueue(Address redis) {
        this.redis = redis;
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(CONNECTIONS);
        pool.setMaxIdle(CONNECTIONS);
        client = RedisClient.builder()
                .hostAndPort(redis.host(), redis.port())
                .poolConfig(pool)
                .build();
        add = Script.load(client, "add");
        remove = Script.load(client, "remove");
        count = Script.load(client, "count");
        pusher = new Pusher(client);
    }

    @Override
    public Runnable adding(List<Item> items) {
        return () -> items.forEach(this::add);
    }

    private void add(Item item) {
        register(item.topic());
        client.evalsha(
                add.sha(),
                List.of(Keys.DETAIL, Keys.WAITING),
                List.of(
                        item.id(),
                        Detail.of(item).json(),
                        Keys.waiting(item.topic(), item.id()),
                        Long.toString(item.dueAt())));
        pusher.added(item.dueAt());
    }

    private void register(String topic) {
        if (!registered.add(topic)) {
            return;
        }
        String topics = client.hget(Keys.SUMMARY, Keys.GROUP);
        if (topics == null) {
            client.hset(Keys.SUMMARY, Keys.GROUP, topic);
        } else if (!List.of(topics.split(",")).contains(topic)) {
            client.hset(Keys.SUMMARY, Keys.GROUP, topics + "," + topic);
        }
    }

    @Override
    public void consume(Collection<String> topics, Arrivals arrivals) {
        Script take = Script.load(client, "take");
        for (String topic : topics) {
            register(topic);
            Consumer consumer = new Consumer(redis, topic, take, arrivals);
            consumers.add(consumer);
            consumer.start();
        }
        pusher.start();
    }

    @Override
    public Runnable cancelling(List<Item> items) {
        return () -> items.forEach(this::remove);
    }

    private void remove(Item item) {
        client.evalsha(
                remove.sha(),
                List.of(Keys.WAITING, Keys.DETAIL, Keys.consuming(item.topic())),
                List.of(item.id(), Keys.waiting(item.topic(), item.id())));
    }

    @Override
    public long remaining(String topic) {
        return (Long) client.evalsha(
                count.sha(),
                List.of(Keys.SUMMARY, Keys.DETAIL, Keys.WAITING, Keys.consuming(topic)),
                List.of(Keys.GROUP, topic));
    }

    @Override
    public void close() {
        pusher.close();
        consumers.forEach(Consumer::stop);
        try (Jedis other = new Jedis(redis.host(), redis.port())) {
            consumers.forEach(consumer -> consumer.await(other));
        }
        client.close();
    }
}
