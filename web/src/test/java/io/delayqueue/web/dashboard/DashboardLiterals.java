package io.delayqueue.web.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the literals of a script: strings, and templates with {0}, {1} for their values. Values may have literals too. */
final class DashboardLiterals {

    /** Code before a regular expression, not a division. */
    private static final Pattern BEFORE_PATTERN = Pattern.compile("[(,=:?!&|>]\\s*$");

    private final String script;

    private final List<Literal> found = new ArrayList<>();

    /** @param before the code of its line before it, with the tag of a template */
    record Literal(String text, String before) {

        /** Whether it is the noun of a count: in the parentheses of the last call of plural(). */
        boolean isNoun() {
            int open = 0;
            for (char c : before.substring(before.lastIndexOf("plural(") + 1).toCharArray()) {
                open += c == '(' ? 1 : c == ')' ? -1 : 0;
                if (open == 0 && c == ')') {
                    return false;
                }
            }
            return before.contains("plural(") && !isTranslated();
        }

        boolean isTranslated() {
            return before.matches("(?s).*\\b(?:t|tNodes)");
        }
    }

    private DashboardLiterals(String script) {
        this.script = script;
    }

    static List<Literal> of(String script) {
        DashboardLiterals literals = new DashboardLiterals(script);
        literals.code(0);
        return literals.found;
    }

    /** Reads code, to the brace that ends the value of a template; returns the index after it. */
    private int code(int from) {
        int depth = 0;
        int i = from;
        while (i < script.length() && depth >= 0) {
            char c = script.charAt(i);
            if (script.startsWith("//", i)) {
                i = end("\n", i);
            } else if (script.startsWith("/*", i)) {
                i = end("*/", i);
            } else if (c == '\'' || c == '"') {
                i = string(i);
            } else if (c == '`') {
                i = template(i);
            } else if (c == '/' && BEFORE_PATTERN.matcher(before(i)).find()) {
                i = pattern(i);
            } else {
                depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                i++;
            }
        }
        return i;
    }

    private int end(String mark, int from) {
        int index = script.indexOf(mark, from);
        return index < 0 ? script.length() : index + mark.length();
    }

    private String before(int index) {
        return script.substring(script.lastIndexOf('\n', index - 1) + 1, index);
    }

    private int string(int from) {
        int i = from + 1;
        while (script.charAt(i) != script.charAt(from)) {
            i += script.charAt(i) == '\\' ? 2 : 1;
        }
        found.add(new Literal(script.substring(from + 1, i), before(from)));
        return i + 1;
    }

    private int template(int from) {
        StringBuilder text = new StringBuilder();
        int values = 0;
        int i = from + 1;
        while (script.charAt(i) != '`') {
            if (script.startsWith("${", i)) {
                text.append('{').append(values++).append('}');
                i = code(i + 2);
            } else {
                text.append(script.charAt(i++));
            }
        }
        found.add(new Literal(text.toString(), before(from)));
        return i + 1;
    }

    private int pattern(int from) {
        boolean inClass = false;
        int i = from + 1;
        while (inClass || script.charAt(i) != '/') {
            char c = script.charAt(i);
            i += c == '\\' ? 2 : 1;
            inClass = c == '[' || inClass && c != ']';
        }
        return i + 1;
    }
}
