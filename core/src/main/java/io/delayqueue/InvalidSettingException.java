package io.delayqueue;

import org.jspecify.annotations.Nullable;

/** Thrown when a setting breaks a rule. The message names the setting and the rule. */
public final class InvalidSettingException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** The name of the setting that breaks the rule. */
    private final String field;

    /** The rule, and the value that breaks it. */
    private final String rule;

    /**
     * Creates the exception.
     *
     * @param subject subject of the setting, for the message; may be empty
     * @param field name of the setting, as in Java
     * @param rule the rule, beginning with "must", and the value that breaks it
     */
    public InvalidSettingException(String subject, String field, String rule) {
        super((subject.isEmpty() ? "" : subject + " ") + field + " " + rule);
        this.field = field;
        this.rule = rule;
    }

    /**
     * Checks a setting.
     *
     * @param holds whether the value obeys the rule
     * @param field name of the setting, as in Java
     * @param rule the rule, beginning with "must"
     * @param value the value
     * @throws InvalidSettingException if the value breaks the rule
     */
    public static void require(boolean holds, String field, String rule, @Nullable Object value) {
        if (!holds) {
            throw new InvalidSettingException("", field, rule + ", but is " + value);
        }
    }

    /** {@return the name of the setting that breaks the rule, as in Java} */
    public String field() {
        return field;
    }

    /** {@return the rule, beginning with "must", and the value that breaks it} */
    public String rule() {
        return rule;
    }
}
