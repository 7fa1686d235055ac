package io.delayqueue.testing;

import java.io.Closeable;
import java.io.IOException;

/** Closing without caring how. */
final class Sockets {

    private Sockets() {}

    static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
