package io.delayqueue;

import io.delayqueue.log.LogText;
import java.time.Duration;
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
        require(holds, "", field, rule, value);
    }

    /**
     * Checks a setting of a subject.
     *
     * @param holds whether the value obeys the rule
     * @param subject subject of the setting, for the message; may be empty
     * @param field name of the setting, as in Java
     * @param rule the rule, beginning with "must"
     * @param value the value
     * @throws InvalidSettingException if the value breaks the rule
     */
    public static void require(boolean holds, String subject, String field, String rule, @Nullable Object value) {
        if (!holds) {
            throw new InvalidSettingException(subject, field, rule + ", but is " + LogText.words(value));
        }
    }

    /**
     * Checks a length of time, which is at most 36,500 days.
     *
     * @param subject subject of the setting, for the message; may be empty
     * @param field name of the setting, as in Java
     * @param value the value; null is not checked
     * @param least the least value
     * @param rule the rule for the least value, beginning with "must"
     * @throws InvalidSettingException if the value breaks the rule, or is longer
     */
    public static void requireLength(
            String subject, String field, @Nullable Duration value, Duration least, String rule) {
        if (value != null) {
            require(value.compareTo(least) >= 0, subject, field, rule, value);
            require(value.compareTo(Task.MAX_DELAY) <= 0, subject, field, "must be at most 36,500 days", value);
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
