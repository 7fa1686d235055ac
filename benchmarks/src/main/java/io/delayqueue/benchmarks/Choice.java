package io.delayqueue.benchmarks;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Chooses by names. */
final class Choice {

    private Choice() {}

    /**
     * Selects those with one of the names, in their own order.
     *
     * @param what their kind, for the message
     * @param all the choices
     * @param names names, or null for all
     * @throws IllegalArgumentException if a name is unknown; the message has all choices
     */
    static <T> List<T> of(String what, List<T> all, Function<T, String> name, @Nullable List<String> names) {
        if (names == null) {
            return all;
        }
        List<String> known = all.stream().map(name).toList();
        for (String wanted : names) {
            if (!known.contains(wanted)) {
                throw new IllegalArgumentException(
                        "There is no " + what + " '" + wanted + "'; there are " + String.join(", ", known));
            }
        }
        return all.stream().filter(one -> names.contains(name.apply(one))).toList();
    }
}
