package io.delayqueue.log;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Escapes and shortens text from outside, for lines of a log and for messages. */
public final class LogText {

    /** Chosen so that all values of a line of the audit log fit into a line. */
    private static final int MAX_VALUE_LENGTH = 512;

    private static final int MAX_LINE_LENGTH = 8_192;

    /** Controls, marks of format, halves of characters, characters of private use or none, and separators of lines and paragraphs. */
    private static final Pattern HIDDEN = Pattern.compile("[\\p{C}\\p{Cn}\\p{Zl}\\p{Zp}]");

    private static final List<TimeUnit> UNITS = List.of(DAYS, HOURS, MINUTES, SECONDS, MILLISECONDS, MICROSECONDS);

    private static final List<String> SUFFIXES = List.of("d", "h", "m", "s", "ms", "us");

    private LogText() {}

    /**
     * Escapes a value in a line of {@code name=value}.
     *
     * @param text any text
     * @return the text itself if it is a plain word, else in quotes, without anything that ends a line or hides another; at most
     *     512 written characters
     */
    public static String of(String text) {
        if (text.matches("[A-Za-z0-9._@:/+-]{1," + MAX_VALUE_LENGTH + "}")) {
            return text;
        }
        String shown = line(text.replace("\\", "\\\\").replace("\"", "\\\""));
        return '"' + shorten(shown, MAX_VALUE_LENGTH) + '"';
    }

    /**
     * Escapes a text, such as the message of an exception, in a line of a log. Ends of lines and tabs are written as {@code \n},
     * {@code \r} and {@code \t}; escape sequences of terminals, other control characters and marks that change the direction of text as
     * {@code \\u{1b}}.
     *
     * @param text any text
     * @return the text, cut after 8,192 characters, without anything that ends a line or hides another
     */
    public static String line(String text) {
        return HIDDEN.matcher(shorten(text, MAX_LINE_LENGTH))
                .replaceAll(
                        found -> Matcher.quoteReplacement(written(found.group().codePointAt(0))));
    }

    private static String written(int character) {
        return switch (character) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> "\\u{" + Integer.toHexString(character) + "}";
        };
    }

    /**
     * Writes a duration as properties and annotations have it, in its largest whole unit.
     *
     * @param value any value
     * @return the text of the value, of a duration such as {@code 30s}, {@code 90m} or {@code 7d}
     */
    public static String words(@Nullable Object value) {
        if (value instanceof Collection<?> all) {
            return all.stream().map(LogText::words).toList().toString();
        }
        if (value instanceof Duration length) {
            for (int i = 0; i < UNITS.size(); i++) {
                TimeUnit unit = UNITS.get(i);
                long count = unit.convert(length);
                boolean exact = Duration.of(count, unit.toChronoUnit()).equals(length);
                if (exact && (count != 0 || unit == SECONDS)) {
                    return count + SUFFIXES.get(i);
                }
            }
        }
        return String.valueOf(value);
    }

    /**
     * Cuts a text, between characters.
     *
     * @param text any text
     * @param max the maximum length, at least 4
     * @return the text itself, or its beginning and three dots
     */
    public static String shorten(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        int end = max - 3;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "...";
    }
}
