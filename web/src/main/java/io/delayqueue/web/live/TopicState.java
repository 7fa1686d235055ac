package io.delayqueue.web.live;

import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is known of a topic. Belongs to its queue's state, which guards it. */
final class TopicState {

    final TopicName name;

    final Age asked = new Age();

    private boolean registered;

    private @Nullable TaskCounts counts;

    private @Nullable Instant countedAt;

    TopicState(TopicName name) {
        this.name = name;
    }

    boolean isRegistered() {
        return registered;
    }

    void setRegistered(boolean registered) {
        this.registered = registered;
    }

    void counted(TaskCounts counted, Instant at) {
        counts = counted;
        countedAt = at;
    }

    TopicRow row() {
        return new TopicRow(name, registered, counts, countedAt);
    }
}
