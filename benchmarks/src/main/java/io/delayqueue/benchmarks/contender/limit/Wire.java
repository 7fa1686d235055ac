package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.server.Address;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * A bare connection in version 2 of the protocol of Redis. Commands are written as they stand, any number before their
 * replies are read. Not thread-safe. A broken connection throws {@link UncheckedIOException}, an error reply {@link
 * ErrorReply}; an error inside an array leaves the connection between replies, and it is of no use any more.
 */
final class Wire implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final Socket socket;

    private final InputStream in;

    private final OutputStream out;

    private final byte[] written = new byte[BUFFER];

    private final byte[] read = new byte[BUFFER];

    private int writtenTo;

    private int readFrom;

    private int readTo;

    Wire(Address address) {
        try {
            socket = new Socket(address.host(), address.port());
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            in = socket.getInputStream();
            out = socket.getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException("There is no connection to " + address, e);
        }
    }

    /** Writes part of a command, which leaves with the next {@link #flush} at the latest. */
    void write(byte[] bytes) {
        if (bytes.length > BUFFER - writtenTo) {
            flush();
        }
        if (bytes.length > BUFFER) {
            send(bytes, bytes.length);
            return;
        }
        System.arraycopy(bytes, 0, written, writtenTo, bytes.length);
        writtenTo += bytes.length;
    }

    void flush() {
        send(written, writtenTo);
        writtenTo = 0;
    }

    private void send(byte[] bytes, int length) {
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads an integer reply. */
    long readNumber() {
        require(':', kind());
        return number();
    }

    /** Reads the beginning of an array: as many replies follow. A nil array counts as empty. */
    int readArray() {
        require('*', kind());
        return Math.max((int) number(), 0);
    }

    /** Reads a bulk string; null stands for nil. */
    byte @Nullable [] readBulk() {
        require('$', kind());
        int length = (int) number();
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            int some = Math.min(length - at, available());
            System.arraycopy(read, readFrom, bytes, at, some);
            readFrom += some;
            at += some;
        }
        pass(2);
        return bytes;
    }

    /** Reads a reply of whatever kind and forgets it. */
    void skip() {
        char kind = kind();
        switch (kind) {
            case '+' -> line();
            case ':' -> number();
            case '$' -> {
                int length = (int) number();
                pass(length < 0 ? 0 : length + 2);
            }
            case '*' -> {
                for (long left = number(); left > 0; left--) {
                    skip();
                }
            }
            default -> throw unexpected(kind);
        }
    }

    private char kind() {
        char kind = next();
        if (kind == '-') {
            throw new ErrorReply(line());
        }
        return kind;
    }

    private static void require(char wanted, char kind) {
        if (kind != wanted) {
            throw unexpected(kind);
        }
    }

    private static IllegalStateException unexpected(char kind) {
        return new IllegalStateException("The reply begins with an unexpected '" + kind + "'");
    }

    private long number() {
        char c = next();
        boolean negative = c == '-';
        if (negative) {
            c = next();
        }
        long number = 0;
        for (; c != '\r'; c = next()) {
            number = 10 * number + c - '0';
        }
        pass(1);
        return negative ? -number : number;
    }

    private String line() {
        StringBuilder line = new StringBuilder();
        for (char c = next(); c != '\r'; c = next()) {
            line.append(c);
        }
        pass(1);
        return line.toString();
    }

    private char next() {
        available();
        return (char) (read[readFrom++] & 0xff);
    }

    private void pass(int bytes) {
        for (int left = bytes; left > 0; ) {
            int some = Math.min(left, available());
            readFrom += some;
            left -= some;
        }
    }

    /** How many bytes have come and are not read; waits for at least one. */
    private int available() {
        if (readFrom == readTo) {
            try {
                readTo = in.read(read);
                readFrom = 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (readTo < 0) {
                readTo = 0;
                throw new UncheckedIOException(new EOFException("The server has closed the connection"));
            }
        }
        return readTo - readFrom;
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
