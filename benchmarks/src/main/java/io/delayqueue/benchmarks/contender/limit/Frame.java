package io.delayqueue.benchmarks.contender.limit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** Builds commands, or parts of them, as they go over the wire. */
final class Frame {

    private final ByteArrayOutputStream out;

    private Frame(int size) {
        this.out = new ByteArrayOutputStream(size);
    }

    /** A part of a command: some of its arguments. */
    static Frame part(int size) {
        return new Frame(size);
    }

    /** A command of so many arguments, of which these are the first; the name is one of them. */
    static Frame command(int arguments, String... first) {
        Frame frame = new Frame(256);
        frame.header('*', arguments);
        return frame.add(List.of(first));
    }

    Frame add(List<String> arguments) {
        arguments.forEach(this::add);
        return this;
    }

    Frame add(String argument) {
        return add(argument.getBytes(UTF_8));
    }

    Frame add(byte[] argument) {
        header('$', argument.length);
        out.writeBytes(argument);
        out.write('\r');
        out.write('\n');
        return this;
    }

    private void header(char kind, int number) {
        out.writeBytes((kind + Integer.toString(number) + "\r\n").getBytes(ISO_8859_1));
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
