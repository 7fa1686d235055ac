package io.delayqueue.callback;

import io.delayqueue.TopicName;

/** Thrown when a topic receives a second callback in an instance. The first one stays. */
public final class DuplicateCallbackException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The topic's group. */
    private final String group;

    /** The topic's name in its group. */
    private final String topic;

    /** Source of the first callback. */
    private final String first;

    /** Source of the refused callback. */
    private final String second;

    DuplicateCallbackException(TopicName topic, String first, String second) {
        super("The topic " + topic + " has two callbacks: " + first + " and " + second
                + ". A topic can have only one in an application");
        this.group = topic.group();
        this.topic = topic.topic();
        this.first = first;
        this.second = second;
    }

    /** {@return the topic with two callbacks} */
    public TopicName topic() {
        return new TopicName(group, topic);
    }

    /** {@return the {@linkplain TopicCallback#source source} of the callback that stays} */
    public String firstSource() {
        return first;
    }

    /** {@return the {@linkplain TopicCallback#source source} of the refused callback} */
    public String secondSource() {
        return second;
    }
}
