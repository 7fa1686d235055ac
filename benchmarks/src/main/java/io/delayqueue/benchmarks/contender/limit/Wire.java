package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.server.Address;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.RedisInputStream;
import redis.clients.jedis.util.RedisOutputStream;

/**
 * Sends prepared commands over a bare connection, any number before their replies are read. Not thread-safe. Error replies and
 * broken connections throw {@link JedisException} when a reply is read, broken connections {@link UncheckedIOException} when a
 * command is written.
 */
final class Wire implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final Socket socket;

    private final RedisInputStream in;

    private final RedisOutputStream out;

    Wire(Address address) {
        try {
            socket = new Socket(address.host(), address.port());
            socket.setTcpNoDelay(true);
            in = new RedisInputStream(socket.getInputStream(), BUFFER);
            out = new RedisOutputStream(socket.getOutputStream(), BUFFER);
        } catch (IOException e) {
            throw new UncheckedIOException("There is no connection to " + address, e);
        }
    }

    /** Writes a prepared command, which is sent by the next {@link #flush} at the latest. */
    void write(byte[] command) {
        try {
            out.write(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a command, which is sent by the next {@link #flush} at the latest. */
    void write(CommandArguments command) {
        Protocol.sendCommand(out, command);
    }

    void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a reply of any kind. */
    @Nullable
    Object read() {
        return Protocol.read(in);
    }

    /** Reads an array. */
    List<?> readArray() {
        return read() instanceof List<?> array ? array : List.of();
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
