package io.delayqueue.testing;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

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
        Daemons.start("proxy-requests", () -> pump(client, server, this::passAsRequest));
        Daemons.start("proxy-replies", () -> pump(server, client, this::passAsReply));
    }

    void close() {
        Sockets.close(client);
        Sockets.close(server);
        modes.connectionClosed();
        onClose.accept(this);
    }

    /** Data that is not passed whole is the last that passes. */
    private void pump(Socket from, Socket to, ToIntFunction<byte[]> passing) {
        byte[] buffer = new byte[BUFFER];
        try {
            int length = from.getInputStream().read(buffer);
            while (length >= 0) {
                modes.awaitDelay(client::isClosed);
                modes.awaitPassage(client::isClosed);
                int passed = passing.applyAsInt(Arrays.copyOf(buffer, length));
                to.getOutputStream().write(buffer, 0, passed);
                if (passed < length) {
                    break;
                }
                length = from.getInputStream().read(buffer);
            }
        } catch (IOException e) {
            // One of the two hung up, or close() did it for them.
        } finally {
            modes.awaitPassage(client::isClosed);
            close();
        }
    }

    private int passAsRequest(byte[] bytes) {
        if (modes.takeDropFor(bytes)) {
            cutAtReply = true;
        }
        return bytes.length;
    }

    private int passAsReply(byte[] bytes) {
        if (cutAtReply || modes.dropsReplies()) {
            return 0;
        }
        return modes.takeCutOf(bytes.length) ? bytes.length / 2 : bytes.length;
    }
}
