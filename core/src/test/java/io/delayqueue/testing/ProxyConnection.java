package io.delayqueue.testing;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The two sockets behind one connection through a {@link TcpProxy}, and a thread for each direction. */
final class ProxyConnection {

    private static final int BUFFER = 64 * 1024;

    private final Socket client;
    private final Socket server;
    private final ProxyModes modes;
    private final Consumer<ProxyConnection> onClose;
    private volatile boolean cutAtReply;

    ProxyConnection(Socket client, Socket server, ProxyModes modes, Consumer<ProxyConnection> onClose) {
        this.client = client;
        this.server = server;
        this.modes = modes;
        this.onClose = onClose;
    }

    void start() {
        Daemons.start("proxy-requests", () -> pump(client, server, this::mayPassAsRequest));
        Daemons.start("proxy-replies", () -> pump(server, client, this::mayPassAsReply));
    }

    void close() {
        Sockets.close(client);
        Sockets.close(server);
        modes.connectionClosed();
        onClose.accept(this);
    }

    private void pump(Socket from, Socket to, Predicate<byte[]> mayPass) {
        byte[] buffer = new byte[BUFFER];
        try {
            int length = from.getInputStream().read(buffer);
            while (length >= 0) {
                modes.awaitPassage(client::isClosed);
                if (!mayPass.test(Arrays.copyOf(buffer, length))) {
                    break;
                }
                to.getOutputStream().write(buffer, 0, length);
                length = from.getInputStream().read(buffer);
            }
        } catch (IOException e) {
            // One of the two hung up, or close() did it for them.
        } finally {
            modes.awaitPassage(client::isClosed);
            close();
        }
    }

    private boolean mayPassAsRequest(byte[] bytes) {
        if (modes.takeDropFor(bytes)) {
            cutAtReply = true;
        }
        return true;
    }

    private boolean mayPassAsReply(byte[] bytes) {
        return !cutAtReply && !modes.dropsReplies();
    }
}
