package io.delayqueue.autoconfigure;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
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

    /** Checks the names of groups, and by a rule those in each group. */
    static void checkNames(String property, Map<String, ? extends Collection<String>> groups, Consumer<String> rule) {
        checkNames(property, groups.keySet(), TopicName::requireGroup);
        groups.forEach((group, names) -> checkNames(property + "." + group, names, rule));
    }

    static void checkNames(String property, Collection<String> names, Consumer<String> rule) {
        try {
            names.forEach(rule);
        } catch (InvalidTaskException e) {
            throw new IllegalArgumentException(property + ": " + e.getMessage());
        }
    }

    /** Returns the name of the property for a setting of the engine. */
    static String name(String field) {
        String other = OTHER_NAMES.get(field);
        return other != null ? other : field.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
