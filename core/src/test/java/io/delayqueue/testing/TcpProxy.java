package io.delayqueue.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.HostAndPort;

/**
 * A network between a client and a server that fails on command. It listens on this machine and forwards each connection
 * to the server in a connection of its own.
 *
 * <p>Modes may be changed at any time and hold for open and for new connections.
 */
public final class TcpProxy implements AutoCloseable {

    private volatile HostAndPort target;
    private final ServerSocket listener;
    private final ProxyModes modes = new ProxyModes();
    private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();

    private TcpProxy(HostAndPort target, ServerSocket listener) {
        this.target = target;
        this.listener = listener;
    }

    /** Starts a proxy before this server. */
    public static TcpProxy to(RedisServer server) {
        return to(server.host(), server.port());
    }

    /** Starts a proxy before whatever listens at this address now or later. */
    public static TcpProxy to(String host, int port) {
        ServerSocket listener = Ports.listen();
        TcpProxy proxy = new TcpProxy(new HostAndPort(host, port), listener);
        Daemons.start("proxy-" + listener.getLocalPort(), proxy::accept);
        return proxy;
    }

    /** The number of the host it listens on. */
    public String host() {
        return RedisServer.HOST;
    }

    /** The port it listens on. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Host and port in one string, with a colon between them. */
    public String address() {
        return hostAndPort().toString();
    }

    /** Host and port as Jedis takes them. */
    public HostAndPort hostAndPort() {
        return new HostAndPort(host(), port());
    }

    /** How many connections are open. */
    public int openConnections() {
        return connections.size();
    }

    /** Closes every open connection; new ones are welcome. */
    public void cutAll() {
        connections.forEach(ProxyConnection::close);
    }

    /** While on, closes every new connection at once; open ones go on. */
    public void refuse(boolean on) {
        modes.refuse(on);
    }

    /**
     * While on, no byte and no close passes in either direction, yet connections stay open and new ones are accepted. What
     * was held back passes when it is turned off, as after a partition that heals.
     */
    public void blackHole(boolean on) {
        modes.blackHole(on);
    }

    /** Sends new connections to another server; open ones go on. */
    public void redirect(RedisServer server) {
        target = server.hostAndPort();
    }

    /** Holds each piece of a connection's bytes back for so long, in both directions; zero for not at all. */
    public void delay(Duration delay) {
        modes.delay(delay);
    }

    /** Passes half of the next reply of more than one byte, then closes its connection. */
    public void cutMidReply() {
        modes.cutMidReply();
    }

    /** While on, requests reach the server but a connection is closed in place of its next reply. */
    public void dropReplies(boolean on) {
        modes.dropReplies(on);
    }

    /**
     * Loses one reply: the next request that contains this text reaches the server, and its connection is closed in place
     * of the reply. Other requests, such as those with which a client greets the server, are left alone. The text is
     * looked for in what arrives in one piece, as a small request does.
     */
    public void dropReplyTo(String requestPart) {
        modes.dropReplyTo(requestPart);
    }

    /** Closes all connections and stops to listen. */
    @Override
    public void close() {
        Sockets.close(listener);
        modes.refuse(true);
        cutAll();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException e) {
                // Closed: the loop ends. Anything else concerned one connection.
            }
        }
    }

    private void connect(Socket client) {
        if (modes.refuses()) {
            Sockets.close(client);
            return;
        }
        HostAndPort to = target;
        Socket server = new Socket();
        try {
            server.connect(new InetSocketAddress(to.getHost(), to.getPort()));
        } catch (IOException e) {
            Sockets.close(server);
            Sockets.close(client);
            return;
        }
        ProxyConnection connection = new ProxyConnection(client, server, modes, connections::remove);
        connections.add(connection);
        if (modes.refuses()) {
            connection.close();
        }
        connection.start();
    }
}
