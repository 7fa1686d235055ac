package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.store.ModelTask.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Random operations that bring tasks from their time to an instance, and back. */
final class ModelMoves {

    private final TaskStore store;

    private final TaskStore other;

    private final StoreModel model;

    private final ModelTimes times;

    private final ModelDraw draw;

    private final ModelCheck check;

    private final ModelLosses losses;

    ModelMoves(
            TaskStore store,
            TaskStore other,
            StoreModel model,
            ModelTimes times,
            ModelDraw draw,
            ModelCheck check,
            ModelLosses losses) {
        this.store = store;
        this.other = other;
        this.model = model;
        this.times = times;
        this.draw = draw;
        this.check = check;
        this.losses = losses;
    }

    void push(Consumer<String> saying) {
        long now = times.fresh();
        List<Integer> moved = model.push(now);
        times.pushed();
        saying.accept(model.pusher + " moves " + moved);
        boolean lost = losses.alone().isLost();
        PushResult pushed = store.push(model.group, model.pusher, ModelDraw.TOPICS, ExpectedTime.NONE);
        assertThat(pushed.elected()).as("elected").isTrue();
        assertThat(List.of(pushed.due(), sum(pushed.expired())))
                .as("due and expired")
                .isEqualTo(lost ? List.of(0, 0) : moved);
        assertThat(pushed.waitMicros()).as("wait").isBetween(0L, 1_000_000L);
        times.seen(times.now());
    }

    /** The instances that know of work die; a push finds which topics have ready tasks and no signal. */
    void crash(Consumer<String> saying) {
        model.known.clear();
        push(saying);
    }

    static int sum(Map<String, Integer> tasks) {
        return tasks.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Who pushes changes only here, so that no claim has to end by time. */
    void resign(Consumer<String> saying) {
        saying.accept(model.pusher);
        losses.alone();
        store.resign(model.group, model.pusher);
        model.pusher = draw.oneOf(ModelDraw.INSTANCES);
        times.reach();
    }

    void reserve(Consumer<String> saying) {
        reserve(saying, draw.topic());
    }

    private void reserve(Consumer<String> saying, String topic) {
        String instance = draw.oneOf(ModelDraw.INSTANCES);
        int limit = draw.upTo(6);
        long lease = draw.lease();
        saying.accept(topic + " by " + instance + ", " + limit + " for " + lease);
        boolean lost = losses.alone().isLost();
        long before = times.fresh();
        model.ready(topic, before);
        Reservation given = store.reserve(new TopicName(model.group, topic), instance, Duration.ofMillis(lease), limit);
        Span now = times.since(before);
        assertThat(given.storeTime()).as("store's time").isBetween(now.from(), now.to());
        assertThat(given.repeated()).as("repeated").isEqualTo(lost);
        List<ModelTask> unknown = lost ? leasedBesides(given, topic, instance, limit) : List.of();
        model.reserve(topic, instance, given, limit, lease);
        List<Delivery> deliveries =
                given.tasks().stream().map(ReservedTask::delivery).toList();
        deliveries.forEach(draw::given);
        saying.accept("gave " + deliveries);
        if (lost) {
            takeBack(unknown, topic, instance);
            model.known.add(topic);
        }
        check.find(deliveries.stream().map(Delivery::id).toList());
    }

    /** The tasks that came with the reply that was lost, in the order of the ready ones of each priority. */
    private List<ModelTask> leasedBesides(Reservation given, String topic, String instance, int limit) {
        int allowed = Math.min(limit, model.allowed(topic));
        List<ModelTask> ready = model.reservable(topic);
        List<String> ids = ready.stream().map(task -> task.id).toList();
        List<String> known =
                given.tasks().stream().map(task -> task.delivery().id()).toList();
        List<ModelTask> unknown = new ArrayList<>();
        List<@Nullable TaskInfo> found = ids.isEmpty() ? List.of() : other.find(model.group, ids);
        for (int i = 0; i < ids.size(); i++) {
            if (found.get(i).state() == TaskState.RESERVED && !known.contains(ids.get(i))) {
                assertThat(found.get(i).instance()).isEqualTo(instance);
                unknown.add(ready.get(i));
            }
        }
        assertThat(unknown).as("leased by the first sending").hasSize(Math.min(allowed, ready.size()));
        unknown.forEach(task -> model.lease(task, task.until));
        model.limits.spend(topic, unknown.size(), Long.MAX_VALUE);
        return unknown;
    }

    /** As an instance does that knows that a reply was lost. */
    private void takeBack(List<ModelTask> unknown, String topic, String instance) {
        List<Delivery> known = model.in(topic, TaskState.RESERVED).stream()
                .filter(task -> !unknown.contains(task))
                .map(task -> new Delivery(task.topic, task.id, task.number, instance, null))
                .toList();
        assertThat(other.reclaim(new TopicName(model.group, topic), instance, 0, known))
                .as("taken back")
                .isEqualTo(unknown.size());
        for (ModelTask task : unknown) {
            if (task.hasHistory()) {
                task.instance = instance;
            }
            model.putBack(task, false);
        }
        check.find(unknown.stream().map(task -> task.id).toList());
    }

    void reclaim(Consumer<String> saying) {
        String topic = draw.topic();
        String instance = draw.oneOf(ModelDraw.INSTANCES);
        Collection<Delivery> known = draw.deliveries();
        Set<String> keys = known.stream()
                .map(delivery -> delivery.number() + ":" + delivery.id())
                .collect(Collectors.toSet());
        long after = known.isEmpty() ? 0 : known.iterator().next().number();
        saying.accept(topic + " of " + instance + " after the first of " + known);
        List<ModelTask> lost = model.in(topic, TaskState.RESERVED).stream()
                .filter(task -> instance.equals(task.instance)
                        && task.number > after
                        && !keys.contains(task.number + ":" + task.id))
                .toList();
        boolean isLost = losses.alone().isLost();
        assertThat(store.reclaim(new TopicName(model.group, topic), instance, after, known))
                .as("reclaimed")
                .isEqualTo(isLost ? 0 : lost.size());
        for (ModelTask task : lost) {
            task.takeBackAttempt();
            model.putBack(task, false);
        }
        check.find(lost.stream().map(task -> task.id).toList());
    }
}
