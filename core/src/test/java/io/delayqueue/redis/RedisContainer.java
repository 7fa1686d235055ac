package io.delayqueue.redis;

import org.testcontainers.containers.GenericContainer;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** A server made of an image; it runs until it is closed. */
final class RedisContainer implements RedisUnderTest, AutoCloseable {

    private static final int PORT = 6379;

    private final String image;
    private final GenericContainer<?> container;
    private final RedisClient client;

    private RedisContainer(String image, GenericContainer<?> container) {
        this.image = image;
        this.container = container;
        this.client = RedisClient.create(container.getHost(), container.getMappedPort(PORT));
    }

    /** Starts a container and waits until its server listens. */
    static RedisContainer start(String image) {
        GenericContainer<?> container = new GenericContainer<>(image).withExposedPorts(PORT);
        container.start();
        return new RedisContainer(image, container);
    }

    @Override
    public UnifiedJedis client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        container.close();
    }

    @Override
    public String toString() {
        return image;
    }
}
