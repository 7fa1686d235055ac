package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Reply of a script, or a table in it. Integers are Long, strings bytes, tables lists.
 *
 * @param repeated whether the command was sent more than once
 */
record Reply(Object value, boolean repeated) {

    /** Returns the values of a table; of those without a value null. */
    @SuppressWarnings("unchecked")
    List<Object> values() {
        return (List<Object>) value;
    }

    /** Returns a table of this table. */
    Reply table(int index) {
        return new Reply(values().get(index), repeated);
    }

    long number() {
        return number(value);
    }

    long number(int index) {
        return number(values().get(index));
    }

    boolean isOne() {
        return number() == 1;
    }

    boolean isOne(int index) {
        return number(index) == 1;
    }

    String string() {
        return string(value);
    }

    String string(int index) {
        return string(values().get(index));
    }

    byte[] bytes(int index) {
        return (byte[]) values().get(index);
    }

    /** Returns the texts of a table. */
    List<String> strings() {
        return values().stream().map(Reply::string).toList();
    }

    /** Returns the rows of a table, which begin at an index and have the same number of values. */
    List<Reply> rows(int from, int width) {
        return IntStream.iterate(from, i -> i < values().size(), i -> i + width)
                .mapToObj(i -> new Reply(values().subList(i, i + width), repeated))
                .toList();
    }

    /** Returns a table of alternating keys and values, in its order. */
    Map<String, String> pairs() {
        Map<String, String> pairs = new LinkedHashMap<>();
        rows(0, 2).forEach(row -> pairs.put(row.string(0), row.string(1)));
        return pairs;
    }

    /**
     * Reads a table with the number of handled entries, and the 1-based indexes of some of them.
     *
     * @return the number of handled entries
     */
    <T> int indexed(List<? extends T> entries, Consumer<T> found) {
        for (int i = 1; i < values().size(); i++) {
            found.accept(entries.get((int) number(i) - 1));
        }
        return (int) number(0);
    }

    private static String string(Object value) {
        return value instanceof Long number ? number.toString() : new String((byte[]) value, UTF_8);
    }

    private static long number(Object value) {
        return value instanceof Long number ? number : Long.parseLong(string(value));
    }
}
