package io.delayqueue.autoconfigure.diagnostics;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server that did not answer the client whether it accepts TLS. The failures of the client do not show it: they are
 * time-outs, lost connections and unknown replies.
 */
final class EncryptionProbe {

    private static final int TIMEOUT_MILLIS = 1_000;

    private static final byte[] PING = "PING\r\n".getBytes(StandardCharsets.US_ASCII);

    /** First byte of a reply to PING: a status or an error, such as that of missing credentials. */
    private static final Set<Integer> REPLY = Set.of((int) '+', (int) '-');

    /** First byte of a record of TLS: an alert or a part of the handshake. */
    private static final Set<Integer> RECORD = Set.of(21, 22);

    private EncryptionProbe() {}

    /** Finds out whether the server expects TLS where none is configured, or the other way round; null if not. */
    static @Nullable RedisMistake mistake(RedisAddress.Server server) {
        try {
            if (server.encrypted()) {
                return REPLY.contains(firstByte(server, PING)) ? RedisMistake.NO_TLS : null;
            }
            return RECORD.contains(firstByte(server, clientHello())) ? RedisMistake.ONLY_TLS : null;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            // No server, or one that answers neither.
            return null;
        }
    }

    /** First byte of the answer, -1 if there is none. */
    private static int firstByte(RedisAddress.Server server, byte[] request) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.host(), server.port()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request);
            return socket.getInputStream().read();
        }
    }

    private static byte[] clientHello() throws IOException, GeneralSecurityException {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        return Arrays.copyOf(record.array(), record.position());
    }
}
