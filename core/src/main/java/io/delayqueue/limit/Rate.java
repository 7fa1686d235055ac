package io.delayqueue.limit;

import static io.delayqueue.InvalidSettingException.require;
import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.delayqueue.InvalidSettingException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Number of tasks that begin in a second, a minute or an hour.
 *
 * @param tasks number of tasks, from 1 to {@link #MAX_TASKS}
 * @param per seconds, minutes or hours
 */
public record Rate(int tasks, TimeUnit per) {

    /** Maximum number of tasks of a rate. */
    public static final int MAX_TASKS = 1_000_000;

    private static final String RULE =
            "must be a number of tasks from 1 to 1,000,000 in a second, a minute or an hour, as"
                    + " 100/s, 10/m or 5/h";

    private static final Pattern TEXT = Pattern.compile("\\s*(\\d{1,9})\\s*/\\s*([smh])\\s*");

    private static final List<TimeUnit> UNITS = List.of(SECONDS, MINUTES, HOURS);

    /** Letters of the units. */
    private static final String LETTERS = "smh";

    /**
     * Checks the rate.
     *
     * @throws InvalidSettingException if the number is out of its range, or the unit is another one
     */
    public Rate {
        requireNonNull(per, "per must not be null");
        require(tasks >= 1 && tasks <= MAX_TASKS && UNITS.contains(per), "rate", RULE, text(tasks, per));
    }

    /**
     * Reads a rate.
     *
     * @param text a number, a slash and {@code s}, {@code m} or {@code h}, such as {@code 100/s}
     * @return the rate
     * @throws InvalidSettingException if the text is no rate
     */
    @JsonCreator
    public static Rate valueOf(String text) {
        Matcher matcher = TEXT.matcher(requireNonNull(text, "rate must not be null"));
        require(matcher.matches(), "rate", RULE, "'" + text + "'");
        return new Rate(Integer.parseInt(matcher.group(1)), UNITS.get(LETTERS.indexOf(matcher.group(2))));
    }

    /** {@return the time between two tasks in microseconds} */
    public double intervalMicros() {
        return per.toMicros(1) / (double) tasks;
    }

    /** {@return the text that {@link #valueOf} reads} */
    @JsonValue
    @Override
    public String toString() {
        return text(tasks, per);
    }

    private static String text(int tasks, TimeUnit per) {
        int unit = UNITS.indexOf(per);
        return tasks + "/" + (unit < 0 ? per : LETTERS.charAt(unit));
    }
}
