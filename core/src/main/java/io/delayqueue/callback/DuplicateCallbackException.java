package io.delayqueue.callback;

import io.delayqueue.TopicName;

/** A topic was given a second callback in an instance. The first one stays. */
public final class DuplicateCallbackException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The topic's group. */
    private final String group;

    /** The topic's name in its group. */
    private final String topic;

    /** Who declared the callback that stays. */
    private final String first;

    /** Who declared the one that was refused. */
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

    /** {@return who declared the callback that stays, as {@link TopicCallback#source} says} */
    public String firstSource() {
        return first;
    }

    /** {@return who declared the callback that was refused, as {@link TopicCallback#source} says} */
    public String secondSource() {
        return second;
    }
}
