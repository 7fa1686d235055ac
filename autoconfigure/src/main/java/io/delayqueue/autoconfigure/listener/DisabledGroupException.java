package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.Nullable;

/** Thrown if a listener or a topic is in a group of the queue's {@code disabled-groups}. */
public final class DisabledGroupException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** Property that disables the group. */
    private final String property;

    /** Disabled group. */
    private final String group;

    /** Topic in the group, if there is one. */
    private final @Nullable String topic;

    /** Method, bean or property that needs the group. */
    private final String source;

    /**
     * Creates the exception.
     *
     * @param property the property that disables it
     * @param group the group that is disabled
     * @param topic the topic in it; null if the whole group is meant
     * @param source a method with its bean, a bean or a property that needs the group
     */
    public DisabledGroupException(String property, String group, @Nullable String topic, String source) {
        super("The group " + group + " is disabled here by " + property + ", but "
                + (topic == null ? "registered" : "its topic " + topic + " is consumed") + " by " + source
                + ". Remove the group from " + property + ", or "
                + (topic == null ? "from that property" : "disable the listener with enabled = \"false\""));
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

    /** {@return the method with its bean, the bean or the property that needs the group} */
    public String source() {
        return source;
    }
}
