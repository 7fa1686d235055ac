package io.delayqueue;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Full name of a topic: its group and its name in the group.
 *
 * <p>Both are a letter followed by letters, digits, {@code -}, {@code _} and {@code .}, 128 characters at most.
 *
 * @param group the group: a project, an application
 * @param topic the topic: one kind of task within the group
 */
public record TopicName(String group, String topic) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,127}");

    private static final String RULE =
            "must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most";

    /**
     * Checks both names.
     *
     * @throws InvalidTaskException if one of them breaks the rule
     */
    public TopicName {
        requireGroup(group);
        requireTopic(topic);
    }

    /**
     * Checks a group's name.
     *
     * @param group the name to check
     * @return the same name
     * @throws InvalidTaskException if it breaks the rule
     */
    public static String requireGroup(String group) {
        return require("group", group);
    }

    /**
     * Checks a topic's name.
     *
     * @param topic the name to check
     * @return the same name
     * @throws InvalidTaskException if it breaks the rule
     */
    public static String requireTopic(String topic) {
        return require("topic", topic);
    }

    /**
     * Checks the name of a limit, which obeys the same rule.
     *
     * @param limit the name to check
     * @return the same name
     * @throws InvalidTaskException if it breaks the rule
     */
    public static String requireLimit(String limit) {
        return require("limit", limit);
    }

    /**
     * Returns whether a name is valid for a group or a topic.
     *
     * @param name the name; null is not valid
     * @return whether it is valid
     */
    public static boolean isValid(@Nullable String name) {
        return name != null && NAME.matcher(name).matches();
    }

    private static String require(String field, String name) {
        InvalidTaskException.require(isValid(name), field, name, RULE);
        return name;
    }

    /** {@return the name as {@code group/topic}} */
    @Override
    public String toString() {
        return group + "/" + topic;
    }
}
