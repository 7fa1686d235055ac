package io.delayqueue.engine;

import io.delayqueue.TopicName;
import io.delayqueue.store.ReservedTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is said of a topic's tasks that fail for good: the first of a minute as a warning, the rest for those who debug. */
final class Warnings {

    private static final Logger log = LoggerFactory.getLogger(TaskRunner.class);

    private final TopicName topic;

    private final OncePerMinute warning = new OncePerMinute();

    Warnings(TopicName topic) {
        this.topic = topic;
    }

    /** Says what becomes of a task at an attempt that failed. */
    void failed(ReservedTask task, String consequence, Throwable failure) {
        String id = task.delivery().id();
        int attempt = task.attempt();
        if (warning.isMine()) {
            log.warn(
                    "{} in {} {} at attempt {}; more of this topic within a minute are logged at DEBUG only",
                    id,
                    topic,
                    consequence,
                    attempt,
                    failure);
        } else {
            log.debug("{} in {} {} at attempt {}", id, topic, consequence, attempt, failure);
        }
    }
}
