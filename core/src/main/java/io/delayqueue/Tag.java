package io.delayqueue;

import static io.delayqueue.InvalidTaskException.require;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that a task is about, such as the order 42. Tags are compared as they are, letter by letter.
 *
 * @param name the name, such as {@code order}: a letter followed by letters, digits, {@code -}, {@code _} and {@code .}, 64 characters at most
 * @param value the value, such as {@code 42}: 1 to 128 characters, which may be any except control characters, {@code "} and {@code \}. Name and
 *     value have at most 256 bytes of UTF-8 together
 */
public record Tag(String name, String value) {

    private static final int MAX_NAME = 64;

    private static final int MAX_BYTES = 256;

    private static final Pattern VALUE = Pattern.compile("[^\\p{Cntrl}\\x{80}-\\x{9f}\"\\\\]{1,128}");

    /**
     * Checks the tag.
     *
     * @throws InvalidTaskException if the name or the value breaks its rule
     */
    public Tag {
        String shown = name + "=" + value;
        require(
                TopicName.isValid(name) && name.length() <= MAX_NAME,
                "tag",
                shown,
                "must have a name that is a letter followed by letters, digits, '-', '_' or '.', 64 characters at most");
        require(
                isValue(value),
                "tag",
                shown,
                "must have a value of 1 to 128 characters, without control characters, '\"' and '\\'");
        require(
                (name + value).getBytes(UTF_8).length <= MAX_BYTES,
                "tag",
                shown,
                "must have at most 256 bytes of name and value together");
    }

    private static boolean isValue(@Nullable String value) {
        return value != null
                && VALUE.matcher(value).matches()
                && UTF_8.newEncoder().canEncode(value);
    }

    /**
     * Reads a tag.
     *
     * @param text name and value with {@code =} between them, such as {@code order=42}; a further {@code =} is part of the value
     * @return the tag
     * @throws InvalidTaskException if there is no {@code =}, or the name or the value breaks its rule
     */
    public static Tag parse(String text) {
        requireNonNull(text, "tag must not be null");
        int equals = text.indexOf('=');
        require(equals >= 0, "tag", text, "must be a name and a value with '=' between them");
        return new Tag(text.substring(0, equals), text.substring(equals + 1));
    }

    /** {@return name and value with {@code =} between them, as {@link #parse} reads them} */
    @Override
    public String toString() {
        return name + "=" + value;
    }
}
