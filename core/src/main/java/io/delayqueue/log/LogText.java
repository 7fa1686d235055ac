package io.delayqueue.log;

/** Texts from outside, as they may stand in a line of a log. */
public final class LogText {

    /** As many values of this length as a line of the audit log has fit into a line. */
    private static final int MOST = 512;

    private static final int MAX_LINE_LENGTH = 8_192;

    private LogText() {}

    /**
     * A value in a line of {@code name=value}.
     *
     * @param text any text
     * @return the text as it is if it is a plain word, else in quotes, with nothing in it that ends a line or hides another; cut to 512
     *     characters as they are written
     */
    public static String of(String text) {
        if (text.matches("[A-Za-z0-9._@:/+-]{1," + MOST + "}")) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int before = quoted.length();
            append(quoted, text.codePointAt(i));
            if (quoted.length() > 1 + MOST) {
                quoted.setLength(before);
                return quoted.append("…\"").toString();
            }
        }
        return quoted.append('"').toString();
    }

    /**
     * A text, such as the message of an exception, in a line of a log. Ends of lines, escape sequences of terminals, other controls and
     * marks that turn the direction of a text are written out as {@code \\u{a}}.
     *
     * @param text any text
     * @return the text, cut after 8,192 characters, with nothing in it that ends a line or hides another
     */
    public static String line(String text) {
        if (text.length() <= MAX_LINE_LENGTH && text.codePoints().allMatch(LogText::isShown)) {
            return text;
        }
        StringBuilder line = new StringBuilder();
        text.codePoints().limit(MAX_LINE_LENGTH).forEach(character -> appendShown(line, character));
        return text.codePointCount(0, text.length()) > MAX_LINE_LENGTH
                ? line.append("…").toString()
                : line.toString();
    }

    private static void append(StringBuilder quoted, int character) {
        if (character == '"' || character == '\\') {
            quoted.append('\\').appendCodePoint(character);
        } else {
            appendShown(quoted, character);
        }
    }

    private static void appendShown(StringBuilder text, int character) {
        if (isShown(character)) {
            text.appendCodePoint(character);
        } else {
            text.append("\\u{").append(Integer.toHexString(character)).append('}');
        }
    }

    /** Not so: controls, ends of lines, what turns the direction of a text, halves of characters. */
    private static boolean isShown(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
