package io.delayqueue.redis;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/** Splits calls: a script that would read or write much leaves the last of its entries to a further call. */
final class Parts {

    private Parts() {}

    /**
     * Makes calls until none of the entries is left.
     *
     * @param call handles the first of the entries that are left, at least one; returns how many
     */
    static <T> void each(List<T> entries, ToIntFunction<List<T>> call) {
        for (int from = 0; from < entries.size(); ) {
            from += call.applyAsInt(entries.subList(from, entries.size()));
        }
    }

    /**
     * Reads a reply that is the number of entries which were handled, and the 1-based indexes of some of them.
     *
     * @return how many were handled
     */
    static <T> int named(List<Object> reply, List<? extends T> entries, Consumer<T> found) {
        for (Object index : reply.subList(1, reply.size())) {
            found.accept(entries.get((int) Replies.number(index) - 1));
        }
        return (int) Replies.number(reply.get(0));
    }
}
