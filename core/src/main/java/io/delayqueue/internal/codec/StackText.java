package io.delayqueue.internal.codec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes an exception and its causes as text of bounded length: each with its message and its first frames of the application, and what
 * it suppressed if there is room. The root cause has its room first.
 */
public final class StackText {

    static final int MAX_LENGTH = 4_000;

    /** Of longer chains the first and the last exceptions are written. */
    private static final int MAX_EXCEPTIONS = 12;

    private static final int FIRST_EXCEPTIONS = 5;

    /** Length of a chain after which its next exception counts as the root cause. */
    private static final int MAX_CHAIN = 1_000;

    private static final int MAX_HEADERS = 2_500;

    private static final int MAX_SUPPRESSED = 300;

    private static final int MAX_LINES = 12;

    private static final int SUPPRESSED_LINES = 3;

    /** Room for the line that counts the frames that are left out. */
    private static final int MORE = "\t... 1234567 more\n".length();

    private StackText() {}

    /** An exception in the text. */
    private static final class Block {

        private final String indent;

        private final String header;

        private final List<FrameLines.Line> lines;

        private int shown;

        Block(String indent, String header, List<FrameLines.Line> lines) {
            this.indent = indent;
            this.header = header;
            this.lines = lines;
        }

        int minLength() {
            return indent.length() + header.length() + 1 + indent.length() + MORE;
        }

        /** Shows the next line if all before it are shown and there is room; returns the length of that line. */
        int grow(int round, int room) {
            if (shown != round || shown == lines.size()) {
                return 0;
            }
            int length = indent.length() + lines.get(shown).text().length() + 1;
            if (length > room) {
                return 0;
            }
            shown++;
            return length;
        }

        void write(StringBuilder text) {
            text.append(indent).append(header).append('\n');
            lines.subList(0, shown)
                    .forEach(line -> text.append(indent).append(line.text()).append('\n'));
            int more = lines.subList(shown, lines.size()).stream()
                    .mapToInt(FrameLines.Line::frames)
                    .sum();
            if (more > 0) {
                text.append(indent).append("\t... ").append(more).append(" more\n");
            }
        }
    }

    /** {@return an exception and its causes, the root cause last; a circle ends where it would begin again} */
    public static List<Throwable> chain(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> chain = new ArrayList<>();
        for (Throwable next = failure; next != null && chain.size() < MAX_CHAIN && seen.add(next); next = cause(next)) {
            chain.add(next);
        }
        return chain;
    }

    /**
     * Writes an exception with its causes.
     *
     * @param chain the exception and its causes, the root cause last
     * @return at most {@link #MAX_LENGTH} characters
     */
    static String of(List<Throwable> chain) {
        int count = chain.size();
        int omitted = count <= MAX_EXCEPTIONS ? 0 : count - MAX_EXCEPTIONS;
        List<Throwable> shown = new ArrayList<>(chain.subList(0, omitted == 0 ? count : FIRST_EXCEPTIONS));
        shown.addAll(chain.subList(shown.size() + omitted, count));
        String gap = omitted == 0 ? "" : "... " + omitted + " further causes\n";
        List<Block> blocks = blocks(shown);
        int room = MAX_LENGTH - gap.length();
        for (Block block : blocks) {
            room -= block.minLength();
        }
        List<Block> inner = new ArrayList<>(blocks);
        Collections.reverse(inner);
        room = grow(inner, MAX_LINES, room);
        List<List<Block>> suppressed = new ArrayList<>();
        for (Throwable each : shown) {
            List<Block> some = suppressed(each, room);
            room -= some.stream().mapToInt(Block::minLength).sum();
            room = grow(some, SUPPRESSED_LINES, room);
            suppressed.add(some);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < blocks.size(); i++) {
            text.append(i == FIRST_EXCEPTIONS ? gap : "");
            blocks.get(i).write(text);
            suppressed.get(i).forEach(block -> block.write(text));
        }
        return text.toString();
    }

    private static int grow(List<Block> blocks, int lines, int room) {
        int left = room;
        for (int round = 0; round < lines; round++) {
            for (Block block : blocks) {
                left -= block.grow(round, left);
            }
        }
        return left;
    }

    private static List<Block> blocks(List<Throwable> chain) {
        List<String> headers = new ArrayList<>();
        for (Throwable each : chain) {
            headers.add((headers.isEmpty() ? "" : "Caused by: ") + header(each));
        }
        int max = MAX_HEADERS;
        while (length(headers, max) > MAX_HEADERS) {
            max = max * 7 / 8;
        }
        List<Block> blocks = new ArrayList<>();
        StackTraceElement[] enclosing = {};
        for (int i = 0; i < chain.size(); i++) {
            StackTraceElement[] frames = frames(chain.get(i));
            blocks.add(new Block(
                    "", shorten(headers.get(i), max), FrameLines.of(frames, i == 0 ? 0 : common(frames, enclosing))));
            enclosing = frames;
        }
        return blocks;
    }

    private static int length(List<String> headers, int max) {
        return headers.stream()
                .mapToInt(header -> Math.min(header.length(), max))
                .sum();
    }

    /** Returns the suppressed exceptions that fit. */
    private static List<Block> suppressed(Throwable failure, int room) {
        List<Block> blocks = new ArrayList<>();
        StackTraceElement[] enclosing = frames(failure);
        int left = room;
        for (Throwable each : suppressed(failure)) {
            StackTraceElement[] frames = frames(each);
            Block block = new Block(
                    "\t",
                    shorten("Suppressed: " + header(each), MAX_SUPPRESSED),
                    FrameLines.of(frames, common(frames, enclosing)));
            left -= block.minLength();
            if (left < 0) {
                break;
            }
            blocks.add(block);
        }
        return blocks;
    }

    private static int common(StackTraceElement[] frames, StackTraceElement[] enclosing) {
        int common = 0;
        while (common < frames.length
                && common < enclosing.length
                && frames[frames.length - 1 - common].equals(enclosing[enclosing.length - 1 - common])) {
            common++;
        }
        return common;
    }

    // The methods of an application's exception can fail too.

    private static String header(Throwable failure) {
        try {
            return String.valueOf(failure.toString());
        } catch (Throwable e) {
            return failure.getClass().getName() + ": its message cannot be read: "
                    + e.getClass().getName();
        }
    }

    private static @Nullable Throwable cause(Throwable failure) {
        try {
            return failure.getCause();
        } catch (Throwable e) {
            return null;
        }
    }

    private static StackTraceElement[] frames(Throwable failure) {
        try {
            return failure.getStackTrace().clone();
        } catch (Throwable e) {
            return new StackTraceElement[0];
        }
    }

    private static Throwable[] suppressed(Throwable failure) {
        return failure.getSuppressed();
    }

    /** Cuts a text, between characters. */
    static String shorten(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        int end = max - 3;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "...";
    }
}
