package io.delayqueue.log;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replaces an exception in a log: the same class names, stacks, causes and suppressed exceptions, with escaped messages. An
 * exception whose messages need no escaping is logged unchanged.
 */
final class EscapedFailure extends Throwable {

    private static final long serialVersionUID = 1L;

    /** Longer chains of causes are cut, because appenders recurse into each. */
    private static final int MAX_DEPTH = 50;

    private EscapedFailure(Throwable failure, @Nullable Throwable cause) {
        super(description(failure), cause, true, true);
        setStackTrace(frames(failure));
    }

    /** {@return the exception if it needs no escaping, else its replacement} */
    static Throwable of(Throwable failure) {
        try {
            return isPlain(failure, seen(), 0) ? failure : escaped(failure, seen(), 0);
        } catch (Throwable e) {
            // Methods of an application's exception can fail too.
            return new EscapedFailure(failure, null);
        }
    }

    private static Set<Throwable> seen() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private static boolean isPlain(@Nullable Throwable failure, Set<Throwable> seen, int depth) {
        if (failure == null || !seen.add(failure)) {
            return true;
        }
        if (depth == MAX_DEPTH
                || !isPlain(failure.toString())
                || !isPlain(failure.getMessage())
                || !isPlain(failure.getLocalizedMessage())
                || !isPlain(failure.getCause(), seen, depth + 1)) {
            return false;
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            if (!isPlain(suppressed, seen, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(@Nullable String text) {
        return text == null || LogText.line(text).equals(text);
    }

    private static @Nullable Throwable escaped(@Nullable Throwable failure, Set<Throwable> seen, int depth) {
        if (failure == null || depth == MAX_DEPTH || !seen.add(failure)) {
            return null;
        }
        EscapedFailure escaped = new EscapedFailure(failure, escaped(failure.getCause(), seen, depth + 1));
        for (Throwable suppressed : failure.getSuppressed()) {
            Throwable one = escaped(suppressed, seen, depth + 1);
            if (one != null) {
                escaped.addSuppressed(one);
            }
        }
        return escaped;
    }

    private static StackTraceElement[] frames(Throwable failure) {
        try {
            return failure.getStackTrace();
        } catch (Throwable e) {
            return new StackTraceElement[0];
        }
    }

    private static String description(Throwable failure) {
        try {
            return LogText.line(failure.toString());
        } catch (Throwable e) {
            return failure.getClass().getName() + ", whose message cannot be read";
        }
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
