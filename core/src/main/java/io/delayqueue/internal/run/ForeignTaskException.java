package io.delayqueue.internal.run;

import io.delayqueue.TopicName;

/** Signals a task of another application: neither the task nor this instance has a callback, and the topic is not declared here. */
final class ForeignTaskException extends Exception {

    private static final long serialVersionUID = 1L;

    ForeignTaskException(TopicName topic) {
        super("The tasks of " + topic + " are for another application");
    }
}
