package io.delayqueue.benchmarks;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Chooses by names. */
final class Choice {

    private Choice() {}

    /**
     * Those that have one of the names, in their own order.
     *
     * @param what what they are, for the message
     * @param all those there are
     * @param names names, or null for all
     * @throws IllegalArgumentException if nothing has one of the names; the message has all that could be chosen
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
