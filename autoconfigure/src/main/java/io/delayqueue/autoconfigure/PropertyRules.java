package io.delayqueue.autoconfigure;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Has the engine check what was configured, and says the names of properties where it says those of its own fields. */
final class PropertyRules {

    /** What the engine says, such as "retry initial must be at least 1 ms, but is PT0S". */
    private static final Pattern SENTENCE = Pattern.compile("(?:[\\w-]+ )?(\\w+) (must .*)", Pattern.DOTALL);

    private static final Map<String, String> OTHER_NAMES =
            Map.of("initial", "initial-delay", "max", "max-delay", "maxBytes", "max-size");

    private PropertyRules() {}

    /**
     * Checks values.
     *
     * @param prefix what the names of the properties begin with
     * @param check makes something of the values that refuses bad ones
     */
    static void check(String prefix, Runnable check) {
        try {
            check.run();
        } catch (IllegalArgumentException e) {
            Matcher sentence = SENTENCE.matcher(String.valueOf(e.getMessage()));
            if (!sentence.matches()) {
                throw e;
            }
            // Without the cause: operators are shown the innermost message.
            throw new IllegalArgumentException(prefix + "." + name(sentence.group(1)) + " " + sentence.group(2));
        }
    }

    static void checkAtLeast(String property, Duration value, Duration least, String name) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException(property + " must be at least " + name + ", but is " + value);
        }
        if (value.compareTo(Task.LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException(property + " must be at most 36,500 days, but is " + value);
        }
    }

    static void checkNames(String property, Map<String, List<String>> groups) {
        groups.forEach((group, topics) -> {
            checkName(property, () -> TopicName.requireGroup(group));
            topics.forEach(topic -> checkName(property + "." + group, () -> TopicName.requireTopic(topic)));
        });
    }

    static void checkGroups(String property, List<String> groups) {
        groups.forEach(group -> checkName(property, () -> TopicName.requireGroup(group)));
    }

    private static void checkName(String property, Runnable check) {
        try {
            check.run();
        } catch (InvalidTaskException e) {
            throw new IllegalArgumentException(property + ": " + e.getMessage());
        }
    }

    private static String name(String field) {
        String other = OTHER_NAMES.get(field);
        return other != null ? other : field.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
