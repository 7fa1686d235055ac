package io.delayqueue.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Footnotes for reasons that are too long for a cell. */
final class Footnotes {

    private static final int MAX_IN_CELL = 24;

    private final List<String> notes = new ArrayList<>();

    /** Formats a reason in one line: the whole text if it is short, else its beginning and the number of a note. */
    String shorten(String contender, String trial, String reason) {
        String line = reason.strip().replaceAll("\\s+", " ");
        if (line.length() <= MAX_IN_CELL) {
            return line;
        }
        String note = contender + ", " + trial + ": " + line;
        if (!notes.contains(note)) {
            notes.add(note);
        }
        return line.substring(0, MAX_IN_CELL).strip() + "... [" + (notes.indexOf(note) + 1) + "]";
    }

    List<String> all() {
        return List.copyOf(notes);
    }
}
