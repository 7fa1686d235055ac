package io.delayqueue.autoconfigure;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks properties by the rules of the engine, and names the property instead of the engine's setting. */
final class PropertyRules {

    private static final Map<String, String> OTHER_NAMES =
            Map.of("initial", "initial-delay", "max", "max-delay", "maxBytes", "max-size");

    private PropertyRules() {}

    /**
     * Checks values.
     *
     * @param prefix the prefix of the properties
     * @param check applies the values to a builder that rejects invalid ones
     */
    static void check(String prefix, Runnable check) {
        try {
            check.run();
        } catch (InvalidSettingException e) {
            // Without the cause: Spring Boot shows the innermost message.
            throw new IllegalArgumentException(prefix + "." + name(e.field()) + " " + e.rule());
        }
    }

    static void checkAtLeast(String prefix, String name, @Nullable Duration value, Duration least, String words) {
        check(prefix, () -> InvalidSettingException.requireLength("", name, value, least, "must be at least " + words));
    }

    static void checkNames(String property, Map<String, List<String>> groups) {
        groups.forEach((group, topics) -> {
            checkName(property, () -> TopicName.requireGroup(group));
            topics.forEach(topic -> checkName(property + "." + group, () -> TopicName.requireTopic(topic)));
        });
    }

    static void checkLimits(String property, Map<String, Map<String, LimitProperties>> groups) {
        groups.forEach((group, limits) -> {
            checkName(property, () -> TopicName.requireGroup(group));
            limits.forEach((name, limit) -> {
                checkName(property + "." + group, () -> TopicName.requireLimit(name));
                check(property + "." + group + "." + name, () -> limit.toLimit(group, name));
            });
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
