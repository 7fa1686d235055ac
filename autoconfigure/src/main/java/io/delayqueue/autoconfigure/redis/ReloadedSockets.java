package io.delayqueue.autoconfigure.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import org.springframework.boot.ssl.SslBundle;

/** Encrypts each new connection with the keys and certificates that a bundle has then, because a bundle can be reloaded. */
final class ReloadedSockets extends SSLSocketFactory {

    private final Supplier<SslBundle> bundle;

    private volatile Loaded loaded;

    private record Loaded(SslBundle bundle, SSLSocketFactory factory) {
        static Loaded of(SslBundle bundle) {
            return new Loaded(bundle, bundle.createSslContext().getSocketFactory());
        }
    }

    /**
     * Creates the factory.
     *
     * @param bundle returns the same object until the bundle is reloaded
     */
    ReloadedSockets(Supplier<SslBundle> bundle) {
        this.bundle = bundle;
        this.loaded = Loaded.of(bundle.get());
    }

    private SSLSocketFactory current() {
        SslBundle now = bundle.get();
        if (now != loaded.bundle()) {
            loaded = Loaded.of(now);
        }
        return loaded.factory();
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return current().getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return current().getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket() throws IOException {
        return current().createSocket();
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        return current().createSocket(socket, host, port, autoClose);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return current().createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return current().createSocket(host, port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return current().createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return current().createSocket(host, port, local, localPort);
    }
}
