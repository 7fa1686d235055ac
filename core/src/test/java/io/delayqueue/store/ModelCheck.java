package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds a store against the model. */
final class ModelCheck {

    private final TaskStore store;

    private final TopicStore topics;

    private final StoreModel model;

    private final ModelTimes times;

    ModelCheck(TaskStore store, TopicStore topics, StoreModel model, ModelTimes times) {
        this.store = store;
        this.topics = topics;
        this.model = model;
        this.times = times;
    }

    /** Looks these ids up. */
    void find(List<String> ids) {
        infos(ids, store.find(model.group, ids));
    }

    void infos(Collection<String> ids, List<@Nullable TaskInfo> found) {
        assertThat(found).hasSameSizeAs(ids);
        int at = 0;
        for (String id : ids) {
            ModelTask task = model.get(id);
            TaskInfo info = found.get(at++);
            if (task == null) {
                assertThat(info).as("task " + id).isNull();
            } else {
                task.compare(model.group, info);
                times.seen(task.state == TaskState.READY ? 0 : task.until.from());
            }
        }
    }

    /**
     * Compares all there is, in every way the store tells of it.
     *
     * @param limit how many tasks a page is to have
     */
    void everything(int limit) {
        find(ModelDraw.allIds());
        for (String topic : ModelDraw.TOPICS) {
            for (TaskState state : TaskState.values()) {
                list(topic, state, limit);
            }
        }
        count(ModelDraw.TOPICS);
        Map<String, TaskCounts> all = new HashMap<>();
        topics.count(model.group, List.of())
                .forEach(counts -> all.put(counts.topic().topic(), counts));
        assertThat(all.keySet()).as("topics that ever had a task").isEqualTo(model.topics);
        long now = times.now();
        all.forEach((topic, counts) -> assertThat(Counts.still(counts)).isEqualTo(model.count(topic, now)));
    }

    void count(List<String> names) {
        long now = times.reach();
        assertThat(topics.count(model.group, names).stream().map(Counts::still).toList())
                .isEqualTo(names.stream().map(name -> model.count(name, now)).toList());
    }

    private void list(String topic, TaskState state, int limit) {
        List<TaskInfo> listed = new ArrayList<>();
        String cursor = null;
        do {
            TaskPage page = topics.list(new TopicName(model.group, topic), state, cursor, limit, true);
            assertThat(page.tasks()).hasSizeLessThanOrEqualTo(limit);
            listed.addAll(page.tasks());
            assertThat(listed)
                    .as(state + " tasks of " + topic)
                    .hasSizeLessThanOrEqualTo(model.all().size());
            cursor = page.cursor();
        } while (cursor != null);
        List<String> ids = listed.stream().map(TaskInfo::id).toList();
        if (state == TaskState.READY) {
            assertThat(ids)
                    .as("ready tasks of " + topic)
                    .isEqualTo(model.ready(topic).stream().map(task -> task.id).toList());
        } else {
            assertThat(ids)
                    .as(state + " tasks of " + topic)
                    .containsExactlyInAnyOrderElementsOf(
                            model.in(topic, state).stream().map(task -> task.id).toList());
            assertThat(listed.stream().map(TaskInfo::stateUntil).map(Instant.class::cast))
                    .as("times of the " + state + " tasks of " + topic)
                    .isSorted();
        }
        infos(ids, List.copyOf(listed));
    }
}
