package io.delayqueue.log;

/** Texts from outside, as they may stand in a line of a log. */
public final class LogText {

    private static final int MOST = 256;

    private LogText() {}

    /**
     * A value in a line of {@code name=value}.
     *
     * @param text any text
     * @return the text as it is if it is a plain word, else in quotes, with nothing in it that ends a line or hides another
     */
    public static String of(String text) {
        if (text.matches("[A-Za-z0-9._@:/+-]{1," + MOST + "}")) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().limit(MOST).forEach(character -> append(quoted, character));
        return quoted.append(text.codePointCount(0, text.length()) > MOST ? "…\"" : "\"")
                .toString();
    }

    private static void append(StringBuilder quoted, int character) {
        if (character == '"' || character == '\\') {
            quoted.append('\\').appendCodePoint(character);
        } else if (isShown(character)) {
            quoted.appendCodePoint(character);
        } else {
            quoted.append(String.format("\\u{%x}", character));
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
