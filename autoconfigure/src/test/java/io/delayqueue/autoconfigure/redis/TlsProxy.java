package io.delayqueue.autoconfigure.redis;

import io.delayqueue.testing.RedisServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Proxy with TLS for clients in front of a Redis that may have been built without TLS. */
final class TlsProxy implements AutoCloseable {

    private final RedisServer server;

    private final ServerSocket listener;

    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    private volatile SSLContext context;

    private TlsProxy(RedisServer server, ServerSocket listener, SSLContext context) {
        this.server = server;
        this.listener = listener;
        this.context = context;
    }

    static TlsProxy before(RedisServer server, SSLContext context) throws IOException {
        TlsProxy proxy = new TlsProxy(server, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), context);
        start(proxy::accept);
        return proxy;
    }

    /** Closes all connections; new ones get the certificate of this context. */
    void rotate(SSLContext next) {
        context = next;
        sockets.forEach(TlsProxy::close);
    }

    int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() {
        close(listener);
        sockets.forEach(TlsProxy::close);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket plain = listener.accept();
                sockets.add(plain);
                SSLSocket client = (SSLSocket) context.getSocketFactory()
                        .createSocket(plain, plain.getInetAddress().getHostAddress(), 0, true);
                client.setUseClientMode(false);
                sockets.add(client);
                Socket redis = new Socket(server.host(), server.port());
                sockets.add(redis);
                start(() -> pump(client, redis));
                start(() -> pump(redis, client));
            } catch (IOException e) {
                // Closed: the loop ends. Other failures concern one connection.
            }
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One side closed the connection, or the handshake failed.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "tls-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The connection is closed in any case.
        }
    }
}
