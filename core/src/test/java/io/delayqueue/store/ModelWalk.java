package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A walk through pages while tasks come and go: what stays in its place is seen exactly once. */
final class ModelWalk {

    private final TopicStore topics;

    private final StoreModel model;

    private final TopicName topic;

    private final TaskState state;

    private final Set<Long> places;

    private final Set<Long> seen = new HashSet<>();

    private @Nullable String cursor;

    private String last = "";

    ModelWalk(TopicStore topics, StoreModel model, TopicName topic, TaskState state) {
        this.topics = topics;
        this.model = model;
        this.topic = topic;
        this.state = state;
        this.places = placesNow();
    }

    private Set<Long> placesNow() {
        return model.in(topic.topic(), state).stream().map(task -> task.place).collect(Collectors.toSet());
    }

    /** Takes one page; false at the end. */
    boolean goOn(int limit) {
        TaskPage page = topics.list(topic, state, cursor, limit, true);
        assertThat(page.tasks()).as("page of %s", this).hasSizeLessThanOrEqualTo(limit);
        for (TaskInfo info : page.tasks()) {
            ModelTask task = model.get(info.id());
            assertThat(task).as("task of %s: %s", this, info).isNotNull();
            task.compare(model.group, info);
            assertThat(info.state()).as("state of %s", info).isEqualTo(state);
            last = task.id;
            assertThat(seen.add(task.place)).as("seen once: %s", info).isTrue();
        }
        cursor = page.cursor();
        if (cursor != null) {
            return true;
        }
        places.retainAll(placesNow());
        assertThat(seen).as("seen by %s", this).containsAll(places);
        return false;
    }

    /** The id it has come to; empty if it has seen none. */
    String last() {
        return last;
    }

    @Override
    public String toString() {
        return state + " of " + topic.topic();
    }
}
