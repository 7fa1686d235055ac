package io.delayqueue.test.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;

/** Port that accepts connections without answering. The system keeps connections until they are counted. */
final class ListeningPort implements AutoCloseable {

    private final ServerSocket socket;

    ListeningPort() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            socket.setSoTimeout(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int number() {
        return socket.getLocalPort();
    }

    /** {@return the number of connections since the last count} */
    int connections() {
        for (int count = 0; ; count++) {
            try {
                socket.accept().close();
            } catch (SocketTimeoutException e) {
                return count;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
