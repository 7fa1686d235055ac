package io.delayqueue.internal.codec;

import io.delayqueue.TopicName;

/**
 * A task that this instance has no callback for, and that brings none, in a topic that nobody here declared: another
 * application's.
 */
public final class ForeignTaskException extends Exception {

    private static final long serialVersionUID = 1L;

    public ForeignTaskException(TopicName topic) {
        super("The tasks of " + topic + " are for another application");
    }
}
