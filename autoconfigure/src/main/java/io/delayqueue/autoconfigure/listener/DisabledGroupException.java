package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.Nullable;

/** A queue of the application is to work for a group that its {@code disabled-groups} say it must leave alone. */
public final class DisabledGroupException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The property that disables it. */
    private final String property;

    /** The group that is disabled. */
    private final String group;

    /** The topic in it, if it is about one. */
    private final @Nullable String topic;

    /** What wants to work for it. */
    private final String source;

    /**
     * Creates the exception.
     *
     * @param property the property that disables it
     * @param group the group that is disabled
     * @param topic the topic in it; null if the whole group is meant
     * @param source what wants to work for it: a method, a bean, a property
     */
    public DisabledGroupException(String property, String group, @Nullable String topic, String source) {
        super("The group " + group + " is disabled here by " + property + ", but "
                + (topic == null ? "registered" : "its topic " + topic + " is consumed") + " by " + source
                + ". Take the group out of " + property + ", or "
                + (topic == null ? "out of that property" : "disable the listener with enabled = \"false\""));
        this.property = property;
        this.group = group;
        this.topic = topic;
        this.source = source;
    }

    /** {@return the property that disables the group} */
    public String property() {
        return property;
    }

    /** {@return the group that is disabled} */
    public String group() {
        return group;
    }

    /** {@return the topic in it, or null if the whole group is meant} */
    public @Nullable String topic() {
        return topic;
    }

    /** {@return what wants to work for the group: a method with its bean, a bean, a property} */
    public String source() {
        return source;
    }
}
