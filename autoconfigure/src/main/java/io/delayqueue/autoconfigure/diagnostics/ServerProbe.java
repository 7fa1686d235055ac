package io.delayqueue.autoconfigure.diagnostics;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server that did not answer the client what it is. The failures of the client do not show it: they are time-outs, lost
 * connections and unknown replies, and the replies of sentinels and of a server without room are only logged or lost.
 */
final class ServerProbe {

    private static final int TIMEOUT_MILLIS = 1_000;

    private static final int MAX_REPLY = 200;

    private static final byte[] PING = "PING\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] SENTINEL = "SENTINEL MYID\r\n".getBytes(StandardCharsets.US_ASCII);

    private ServerProbe() {}

    /** Finds the mistake that the server's answers show; null if they show none. */
    static @Nullable RedisMistake mistake(RedisAddress.Server server) {
        try {
            String plain = answer(server, server.sentinel() ? SENTINEL : PING);
            if (plain.contains("max number of clients")) {
                return RedisMistake.TOO_MANY_CLIENTS;
            }
            if (server.encrypted()) {
                return isReply(plain) ? RedisMistake.NO_TLS : null;
            }
            if (isReply(plain)) {
                return server.sentinel() ? ofSentinel(plain) : null;
            }
            return isRecord(answer(server, clientHello())) ? RedisMistake.ONLY_TLS : null;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            // No server, or one that answers neither.
            return null;
        }
    }

    private static @Nullable RedisMistake ofSentinel(String answer) {
        if (answer.startsWith("-NOAUTH") || answer.startsWith("-NOPERM")) {
            return RedisMistake.SENTINEL_CREDENTIALS;
        }
        return answer.startsWith("-ERR unknown command") ? RedisMistake.NO_SENTINEL : null;
    }

    /** Whether an answer begins as a status or an error of Redis, such as that of missing credentials. */
    private static boolean isReply(String answer) {
        return answer.startsWith("+") || answer.startsWith("-");
    }

    /** Whether an answer begins as a record of TLS: an alert or a part of the handshake. */
    private static boolean isRecord(String answer) {
        return answer.startsWith("\u0015") || answer.startsWith("\u0016");
    }

    /** Beginning of the answer, empty if there is none. */
    private static String answer(RedisAddress.Server server, byte[] request) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.host(), server.port()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request);
            byte[] reply = new byte[MAX_REPLY];
            int length = Math.max(0, socket.getInputStream().read(reply));
            return new String(reply, 0, length, StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException e) {
            return "";
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
