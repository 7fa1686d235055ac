package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.TopicKeys;
import io.delayqueue.monitor.TopicKeys.KeyTasks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Holds a store against the model. */
final class ModelCheck {

    private final StoreUnderTest underTest;

    private final TaskStore store;

    private final TopicStore topics;

    private final LimitStore limits;

    private final StoreModel model;

    private final ModelTimes times;

    ModelCheck(StoreUnderTest underTest, StoreModel model, ModelTimes times) {
        this.underTest = underTest;
        this.store = underTest.tasks();
        this.topics = underTest.topics();
        this.limits = underTest.limits();
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
        ModelDraw.TOPICS.forEach(this::keys);
        limits();
        count(ModelDraw.TOPICS);
        Map<String, TaskCounts> all = new HashMap<>();
        topics.count(model.group, List.of())
                .forEach(counts -> all.put(counts.topic().topic(), counts));
        assertThat(all.keySet()).as("topics that ever had a task").isEqualTo(model.topics);
        long now = times.now();
        all.forEach((topic, counts) -> assertThat(Counts.still(counts)).isEqualTo(model.count(topic, now)));
    }

    /** Takes the signals of topics of which a task may be leased, where no instance knows that: there must be one. */
    void signals() {
        for (String topic : ModelDraw.TOPICS) {
            if (!model.known.contains(topic) && !model.reservable(topic).isEmpty()) {
                assertThat(underTest.takeSignal(model.group, topic))
                        .as("signal of %s", topic)
                        .isTrue();
                model.known.add(topic);
            }
        }
    }

    private void keys(String topic) {
        TopicName name = new TopicName(model.group, topic);
        TopicKeys keys = topics.keys(name, 100);
        List<ModelTask> behind = model.behind(topic);
        assertThat(keys.order()).as("order of %s", topic).isEqualTo(model.limits.order(topic));
        assertThat(keys.behind()).as("behind in %s", topic).isEqualTo(behind.size());
        for (String key : ModelDraw.KEYS) {
            List<String> holders =
                    model.where(task -> task.holds && task.topic.equals(topic) && key.equals(task.key)).stream()
                            .map(task -> task.id)
                            .toList();
            List<String> rest = behind.stream()
                    .filter(task -> key.equals(task.key))
                    .map(task -> task.id)
                    .toList();
            List<String> found =
                    topics.tasksOfKey(name, key, 100).stream().map(TaskInfo::id).toList();
            String what = "tasks of " + key + " in " + topic;
            assertThat(found).as(what).hasSize(holders.size() + rest.size());
            assertThat(found.subList(0, holders.size())).as(what).containsExactlyInAnyOrderElementsOf(holders);
            assertThat(found.subList(holders.size(), found.size())).as(what).isEqualTo(rest);
            assertThat(keys.hottest().stream()
                            .filter(hot -> hot.key().equals(key))
                            .mapToLong(KeyTasks::behind)
                            .sum())
                    .as(what)
                    .isEqualTo(rest.size());
        }
    }

    private void limits() {
        long now = times.reach();
        assertThat(withoutTimes(limits.list(model.group))).as("limits").isEqualTo(model.limits(now));
        assertThat(limits.audit(model.group, false)).as("audit").isEmpty();
    }

    private static List<LimitInfo> withoutTimes(List<LimitInfo> infos) {
        return infos.stream()
                .map(info -> new LimitInfo(
                        info.limit(),
                        info.declared(),
                        info.running(),
                        info.waiting(),
                        info.heldUntil(),
                        info.nextToken() == null ? null : ModelLimits.SOME_TIME,
                        info.topics()))
                .toList();
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
                    .isEqualTo(Stream.concat(model.ready(topic).stream(), model.behind(topic).stream())
                            .map(task -> task.id)
                            .toList());
        } else {
            assertThat(ids)
                    .as(state + " tasks of " + topic)
                    .containsExactlyInAnyOrderElementsOf(
                            model.in(topic, state).stream().map(task -> task.id).toList());
            assertThat(listed.stream().map(info -> Objects.requireNonNullElse(info.stateUntil(), Instant.MAX)))
                    .as("times of the " + state + " tasks of " + topic)
                    .isSorted();
        }
        infos(ids, List.copyOf(listed));
    }
}
