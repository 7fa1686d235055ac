package io.delayqueue.log;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes an exception and its causes as text of bounded length, the root cause first: each with its message and the first frames
 * that its cause has not. Frames of this library, Spring and the JDK are counted only, except for the frame that threw the exception.
 */
public final class StackText {

    static final int MAX_LENGTH = 4_000;

    /** Length of a chain after which its next exception counts as the root cause. */
    private static final int MAX_CHAIN = 1_000;

    private static final int MAX_FRAMES = 12;

    private static final int MAX_LINE = 1_000;

    private static final Pattern FRAMEWORKS =
            Pattern.compile("(java|jdk|sun|org[.]springframework|io[.]delayqueue[.](internal|log|autoconfigure))[.]");

    private StackText() {}

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
    public static String of(List<Throwable> chain) {
        StringBuilder text = new StringBuilder();
        StackTraceElement[] ofCause = {};
        for (int i = chain.size() - 1; i >= 0 && text.length() < MAX_LENGTH; i--) {
            Throwable failure = chain.get(i);
            text.append(text.isEmpty() ? "" : "Wrapped by: ")
                    .append(LogText.shorten(header(failure), MAX_LINE))
                    .append('\n');
            StackTraceElement[] frames = frames(failure);
            appendFrames(text, frames, frames.length - common(frames, ofCause));
            ofCause = frames;
        }
        return LogText.shorten(text.toString(), MAX_LENGTH);
    }

    private static void appendFrames(StringBuilder text, StackTraceElement[] frames, int own) {
        int shown = 0;
        for (int i = 0; i < own && shown < MAX_FRAMES; i++) {
            String type = frames[i].getClassName();
            if (i == 0 || !FRAMEWORKS.matcher(type).lookingAt()) {
                text.append("\tat ")
                        .append(LogText.shorten(frames[i].toString(), MAX_LINE))
                        .append('\n');
                shown++;
            }
        }
        if (frames.length > shown) {
            text.append("\t... ").append(frames.length - shown).append(" more\n");
        }
    }

    /** Counts the last frames that both have. */
    private static int common(StackTraceElement[] frames, StackTraceElement[] others) {
        int common = 0;
        while (common < Math.min(frames.length, others.length)
                && frames[frames.length - 1 - common].equals(others[others.length - 1 - common])) {
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
            return failure.getStackTrace();
        } catch (Throwable e) {
            return new StackTraceElement[0];
        }
    }
}
