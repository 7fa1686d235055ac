package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Random operations on a topic as a whole. */
final class ModelTopicSteps {

    private final TopicStore topics;

    private final DeadLetterStore deadLetters;

    private final StoreModel model;

    private final ModelTimes times;

    private final ModelDraw draw;

    private final ModelCheck check;
    private final ModelLosses losses;

    private @Nullable ModelWalk walk;

    ModelTopicSteps(
            TopicStore topics,
            DeadLetterStore deadLetters,
            StoreModel model,
            ModelTimes times,
            ModelDraw draw,
            ModelCheck check,
            ModelLosses losses) {
        this.topics = topics;
        this.deadLetters = deadLetters;
        this.model = model;
        this.times = times;
        this.draw = draw;
        this.check = check;
        this.losses = losses;
    }

    void pause(Consumer<String> saying) {
        TopicName topic = topic(saying);
        boolean lost = losses.alone().isLost();
        assertThat(topics.pause(topic) || lost).as("paused").isEqualTo(model.pause(topic.topic()) || lost);
    }

    void resume(Consumer<String> saying) {
        TopicName topic = topic(saying);
        boolean lost = losses.alone().isLost();
        assertThat(topics.resume(topic) || lost).as("resumed").isEqualTo(model.resume(topic.topic()) || lost);
    }

    /** A page of the walk under way, or of a new one. */
    void walk(Consumer<String> saying) {
        if (walk == null) {
            TopicName topic = new TopicName(model.group, draw.topic());
            walk = new ModelWalk(topics, model, topic, draw.oneOf(List.of(TaskState.values())));
        }
        int limit = draw.upTo(2);
        saying.accept(walk + " by " + limit);
        boolean more = walk.goOn(limit);
        draw.seen(walk.last().isEmpty() ? draw.id() : walk.last());
        walk = more ? walk : null;
    }

    /** The walk does not go on: the store is not what it was. */
    void endWalk() {
        walk = null;
    }

    void count(Consumer<String> saying) {
        List<String> names = new ArrayList<>(ModelDraw.TOPICS);
        Collections.shuffle(names, draw.random);
        names.subList(draw.upTo(names.size()), names.size()).clear();
        saying.accept(names.toString());
        check.count(names);
    }

    void remove(Consumer<String> saying) {
        TopicName topic = topic(saying);
        List<ModelTask> tasks = model.where(task -> task.topic.equals(topic.topic()) && task.state != TaskState.DEAD);
        made("removed", () -> all(topics::removeTasks, topic), tasks.size());
        tasks.forEach(model::removeUnread);
        model.settle(times.lastFresh());
        check.everything(draw.upTo(7));
    }

    void requeue(Consumer<String> saying) {
        TopicName topic = topic(saying);
        List<ModelTask> dead = model.in(topic.topic(), TaskState.DEAD);
        long now = times.fresh();
        made("requeued", () -> all(deadLetters::requeueTopic, topic), dead.size());
        dead.forEach(task -> model.requeue(task, now));
        model.settle(now);
        times.seen(times.now());
        check.everything(draw.upTo(7));
    }

    void purge(Consumer<String> saying) {
        TopicName topic = topic(saying);
        List<ModelTask> dead = model.in(topic.topic(), TaskState.DEAD);
        times.reach();
        made("purged", () -> all(deadLetters::purgeTopic, topic), dead.size());
        dead.forEach(model::removeUnread);
        check.everything(draw.upTo(7));
    }

    /** Keeps so many that none that died in one step with another is parted from it: they have no order. */
    void trim(Consumer<String> saying) {
        TopicName topic = topic(saying);
        List<ModelTask> dead = model.in(topic.topic(), TaskState.DEAD).stream()
                .sorted(Comparator.comparingLong(task -> task.until.from()))
                .toList();
        int removed = dead.isEmpty() ? 0 : draw.random.nextInt(dead.size());
        while (removed > 0 && dead.get(removed).until.equals(dead.get(removed - 1).until)) {
            removed--;
        }
        int kept = dead.isEmpty() ? 1 : dead.size() - removed;
        saying.accept("keeps " + kept);
        made("trimmed", () -> deadLetters.trim(topic, new DeadLetterRetention(null, kept)), removed);
        dead.subList(0, removed).forEach(model::removeUnread);
        check.everything(draw.upTo(7));
    }

    /** Of a step whose reply was lost nobody counts what the first sending has done. */
    private void made(String what, IntSupplier steps, int tasks) {
        boolean lost = losses.alone().isLost();
        int counted = steps.getAsInt();
        if (lost) {
            assertThat(counted).as(what).isLessThanOrEqualTo(tasks);
        } else {
            assertThat(counted).as(what).isEqualTo(tasks);
        }
    }

    private TopicName topic(Consumer<String> saying) {
        String topic = draw.topic();
        saying.accept(topic);
        return new TopicName(model.group, topic);
    }

    private static int all(BiFunction<TopicName, @Nullable String, TopicStep> step, TopicName topic) {
        int tasks = 0;
        String from = null;
        do {
            TopicStep made = step.apply(topic, from);
            tasks += made.tasks();
            from = made.next();
        } while (from != null);
        return tasks;
    }
}
