package io.delayqueue.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports for servers.
 *
 * <p>They are below the range from which the system takes the ports of outgoing connections. A port of that range may be
 * gone when a killed server comes back, and a client that keeps connecting to it may even reach itself.
 *
 * <p>JVMs that run tests at the same time say which of how many they are with the properties {@code delayqueue.test.fork}, from
 * 1, and {@code delayqueue.test.fork-count}. Each has its share of the ports: one may not take the port of a server that another
 * has killed and will start again.
 */
final class Ports {

    private static final int LOWEST = 11_000;
    private static final int BUS_OFFSET = 10_000;
    private static final int TRIES = 1_000;

    private static final Slice SLICE = Slice.of(
            Integer.getInteger("delayqueue.test.fork", 1), Integer.getInteger("delayqueue.test.fork-count", 1));

    /** The ports that are this JVM's. */
    record Slice(int lowest, int end) {

        static Slice of(int fork, int forks) {
            if (fork < 1 || fork > forks) {
                throw new IllegalArgumentException("No ports for fork " + fork + " of " + forks);
            }
            return new Slice(lowest(fork, forks), lowest(fork + 1, forks));
        }

        private static int lowest(int fork, int forks) {
            return LOWEST + (fork - 1) * BUS_OFFSET / forks;
        }

        int any() {
            return ThreadLocalRandom.current().nextInt(lowest, end);
        }
    }

    private Ports() {}

    /** A port that was free a moment ago, and with it the one a cluster node talks to other nodes on. */
    static int free() {
        for (int i = 0; i < TRIES; i++) {
            int port = SLICE.any();
            if (isFree(port) && isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port in " + TRIES + " tries");
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = listen(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** Listens on a free port of this machine. */
    static ServerSocket listen() {
        for (int i = 0; i < TRIES; i++) {
            try {
                return listen(SLICE.any());
            } catch (IOException e) {
                // Taken: the next one may not be.
            }
        }
        throw new IllegalStateException("No free port in " + TRIES + " tries");
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 0, InetAddress.getByName(RedisServer.HOST));
    }
}
