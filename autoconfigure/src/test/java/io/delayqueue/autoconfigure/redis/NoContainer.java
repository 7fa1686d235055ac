package io.delayqueue.autoconfigure.redis;

import org.testcontainers.containers.GenericContainer;

/** Container of the image {@code redis} for Spring Boot and Testcontainers, with a server that runs without Docker. */
final class NoContainer extends GenericContainer<NoContainer> {

    private final int port;

    private boolean running;

    NoContainer(int port) {
        super("redis:8");
        this.port = port;
    }

    @Override
    public String getDockerImageName() {
        return "redis:8";
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public String getHost() {
        return "localhost";
    }

    @Override
    public Integer getMappedPort(int originalPort) {
        if (!running || originalPort != 6379) {
            throw new IllegalStateException("The container must run, and has the port 6379, but not " + originalPort);
        }
        return port;
    }
}
