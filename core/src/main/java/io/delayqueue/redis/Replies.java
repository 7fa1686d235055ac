package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.function.Consumer;

/** Reads results of scripts: integers are Long, strings bytes, tables lists. */
final class Replies {

    private Replies() {}

    @SuppressWarnings("unchecked")
    static List<Object> list(Object reply) {
        return (List<Object>) reply;
    }

    static byte[] bytes(Object reply) {
        return (byte[]) reply;
    }

    static String string(Object reply) {
        return new String((byte[]) reply, UTF_8);
    }

    static long number(Object reply) {
        return reply instanceof Long number ? number : Long.parseLong(string(reply));
    }

    static boolean isOne(Object reply) {
        return number(reply) == 1;
    }

    /**
     * Reads a reply with the number of handled entries, and the 1-based indexes of some of them.
     *
     * @return the number of handled entries
     */
    static <T> int indexed(List<Object> reply, List<? extends T> entries, Consumer<T> found) {
        for (Object index : reply.subList(1, reply.size())) {
            found.accept(entries.get((int) number(index) - 1));
        }
        return (int) number(reply.get(0));
    }
}
