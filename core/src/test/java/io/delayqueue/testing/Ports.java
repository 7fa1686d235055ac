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
 */
final class Ports {

    private static final int LOWEST = 11_000;
    private static final int BUS_OFFSET = 10_000;
    private static final int TRIES = 1_000;

    private Ports() {}

    /** A port that was free a moment ago, and with it the one a cluster node talks to other nodes on. */
    static int free() {
        for (int i = 0; i < TRIES; i++) {
            int port = random();
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
                return listen(random());
            } catch (IOException e) {
                // Taken: the next one may not be.
            }
        }
        throw new IllegalStateException("No free port in " + TRIES + " tries");
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 0, InetAddress.getByName(RedisServer.HOST));
    }

    private static int random() {
        return ThreadLocalRandom.current().nextInt(LOWEST, LOWEST + BUS_OFFSET);
    }
}
