package io.delayqueue.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Actions of users and callbacks, begun and confirmed, as lines that outlive the process that writes them. */
final class UseJournal {

    /** The line of one who uses no more. */
    static final String STOPPED = "stopped\tstopped";

    /** Something that has begun. */
    interface Step {

        /** It is over. */
        void end(String result);
    }

    /**
     * A step as it is read.
     *
     * @param kind what was done
     * @param id the task's id, with its group
     * @param task what the add has named it
     * @param how more about it
     * @param begun when, in milliseconds since the epoch
     * @param ended when it was confirmed; the end of time if it was not
     * @param result what was confirmed; null if nothing was
     */
    record Entry(
            String kind,
            String id,
            String task,
            String how,
            long begun,
            long ended,
            @Nullable String result) {

        boolean is(String otherKind, String... results) {
            return kind.equals(otherKind) && result != null && List.of(results).contains(word(result, 0));
        }

        /** It may have happened or not. */
        boolean isUnknown() {
            return result == null;
        }

        String how(int position) {
            return word(how, position);
        }

        long resultMillis() {
            return Long.parseLong(word(String.valueOf(result), 1));
        }

        private static String word(String words, int position) {
            return words.split(" ")[position];
        }
    }

    private final Consumer<String> lines;

    private final AtomicInteger steps = new AtomicInteger();

    UseJournal(Consumer<String> lines) {
        this.lines = lines;
    }

    Step begin(String kind, String group, String id, String task, String how) {
        int number = steps.incrementAndGet();
        write("begin", number, kind, group + "/" + id, task, how);
        return result -> write("end", number, result);
    }

    private void write(Object... words) {
        StringBuilder line = new StringBuilder().append(System.currentTimeMillis());
        for (Object word : words) {
            line.append('\t').append(word);
        }
        lines.accept(line.toString());
    }

    /** Reads the lines of one journal. */
    static List<Entry> read(List<String> lines) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (String line : lines) {
            String[] words = line.split("\t", -1);
            if (words[1].equals("begin") && words.length == 7) {
                entries.put(
                        words[2],
                        new Entry(
                                words[3],
                                words[4],
                                words[5],
                                words[6],
                                Long.parseLong(words[0]),
                                Long.MAX_VALUE,
                                null));
            } else if (words[1].equals("end")) {
                entries.computeIfPresent(
                        words[2],
                        (number, begun) -> new Entry(
                                begun.kind(),
                                begun.id(),
                                begun.task(),
                                begun.how(),
                                begun.begun(),
                                Long.parseLong(words[0]),
                                words[3]));
            }
        }
        return new ArrayList<>(entries.values());
    }
}
