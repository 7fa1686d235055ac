package io.delayqueue.log;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Measures how similar names are, for messages about a mistaken one: by the number of characters to change. */
public final class NearestName {

    /** Share of the characters that may differ, as a divisor. */
    private static final int SHARE = 4;

    private NearestName() {}

    /**
     * Finds the most similar name.
     *
     * @param mistaken a name that is none of these
     * @param names the names
     * @return the nearest name, the first in alphabetical order of several; null if none is similar
     */
    public static @Nullable String of(String mistaken, Collection<String> names) {
        String nearest = null;
        int least = Math.max(2, mistaken.length() / SHARE);
        for (String name : names) {
            // At least one character is changed for each one that a name is longer.
            if (Math.abs(name.length() - mistaken.length()) > least) {
                continue;
            }
            int distance = distance(mistaken, name);
            if (distance < least || distance == least && (nearest == null || name.compareTo(nearest) < 0)) {
                nearest = name;
                least = distance;
            }
        }
        return nearest;
    }

    /** Counts the characters to insert, delete or replace; upper and lower case are the same. */
    static int distance(String one, String other) {
        int[] last = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                boolean same = Character.toLowerCase(one.charAt(i - 1)) == Character.toLowerCase(other.charAt(j - 1));
                row[j] = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
            }
            last = row;
        }
        return last[other.length()];
    }
}
