package io.delayqueue.migrate;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.log.LogText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts of a {@link Migration#plan} or a {@link Migration#move}, as a line of text too. Thread-safe. */
public final class MigrationReport {

    private static final int MAX_SAMPLE = 320;

    /** Memory of a task and of the name of its change, beside the payload. */
    private static final int TASK_BYTES = 400;

    /** Counts of elements. Those of a move say what became of an element; one that is given back or left is at the source. */
    public enum Figure {
        /** Plan: can be moved. */
        WAITING("waiting"),
        /** Plan: of the waiting ones those that are due already. */
        DUE("due already"),
        /** Was taken by an earlier call, and is moved by this one. */
        TAKEN_EARLIER("taken earlier"),
        /** Added. */
        MOVED("moved"),
        /** Let go: an earlier call had added it. */
        RECOGNISED("recognised"),
        /** Let go: an equal task had its id. */
        EQUAL("equal to a task with the id"),
        /** Let go: deleted at the source, or replaced by a later element. */
        IGNORED("deleted or outdated"),
        /** Given back: its id is that of a task with other content. */
        OTHER_CONTENT("given back because a task with other content has the id"),
        /** Given back: its id is that of a task of another topic. */
        OTHER_TOPIC("given back because a task of another topic has the id"),
        /** Left at the source, or taken if an earlier call has taken it: it cannot be read, or breaks a rule of tasks. */
        UNREADABLE("unreadable"),
        /** Left: it has no due time, so that it is never delivered. */
        UNTIMED("without a due time"),
        /** Delivered or removed at the source, or taken by another process, since it was read. */
        GONE("gone meanwhile"),
        /** At the source when the move ended. */
        LEFT("left at the source");

        private final String words;

        Figure(String words) {
            this.words = words;
        }
    }

    private final Map<Figure, Long> counts = new EnumMap<>(Figure.class);
    private final Map<String, Long> reasons = new TreeMap<>();
    private final Map<String, String> samples = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();
    private final String name;
    private long firstDue = Long.MAX_VALUE;
    private long lastDue;
    private long bytes;

    MigrationReport(String name) {
        this.name = name;
    }

    /**
     * Returns a count.
     *
     * @param figure what is counted
     * @return how many there are; 0 for figures of the other verb
     */
    public synchronized long count(Figure figure) {
        return counts.getOrDefault(figure, 0L);
    }

    /** {@return why elements cannot be read, with the number of each reason} */
    public synchronized Map<String, Long> reasons() {
        return Map.copyOf(reasons);
    }

    synchronized void add(Figure figure, long number) {
        if (number != 0) {
            counts.merge(figure, number, Long::sum);
        }
    }

    synchronized void addWaiting(long due, Element element, long now) {
        add(Figure.WAITING, 1);
        add(Figure.DUE, due <= now ? 1 : 0);
        firstDue = Math.min(firstDue, due);
        lastDue = Math.max(lastDue, due);
        bytes += TASK_BYTES + element.member().length;
    }

    synchronized void addReason(Throwable failure, Element element) {
        String reason = failure instanceof InvalidTaskException invalid
                ? invalid.field() + " breaks a rule"
                : failure.getClass().getSimpleName();
        reasons.merge(reason, 1L, Long::sum);
        samples.putIfAbsent(
                reason,
                LogText.of(LogText.shorten(
                        failure.getMessage() + " in " + RedisSource.text(element.member()), MAX_SAMPLE)));
    }

    synchronized void note(String note) {
        notes.add(note);
    }

    /** Notes a number, unless it is 0. */
    void note(long number, String words) {
        if (number > 0) {
            note(number + words);
        }
    }

    /** {@return all of it in one line: the counts, the due times and the memory that the tasks need, reasons with samples, remarks} */
    @Override
    public synchronized String toString() {
        List<String> parts = new ArrayList<>();
        counts.forEach((figure, count) -> parts.add(number(count) + " " + figure.words));
        StringBuilder line =
                new StringBuilder(name + ": " + (parts.isEmpty() ? "0 waiting" : String.join(", ", parts)));
        if (bytes > 0) {
            line.append("; due from " + Instant.ofEpochMilli(firstDue) + " to " + Instant.ofEpochMilli(lastDue)
                    + "; about " + number((bytes >> 20) + 1) + " MB are needed here");
        }
        reasons.forEach((reason, count) ->
                line.append("; " + number(count) + " × " + reason + ", first: " + samples.get(reason)));
        notes.forEach(note -> line.append("; " + note));
        return line.toString();
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
