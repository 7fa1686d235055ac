package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.RescheduleResult;
import io.delayqueue.RescheduleResult.Outcome;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.store.ModelTask.Span;
import io.delayqueue.store.ModelTimes.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random operations on a store, each done to the model too. Of one that names deliveries see {@link ModelSettlements}. */
final class ModelSteps {

    private final TaskStore store;

    private final StoreModel model;

    private final ModelTimes times;

    private final ModelDraw draw;

    private final ModelCheck check;

    private final ModelTopicSteps ofTopics;

    private final Consumer<String> history;

    private final List<Runnable> choices = new ArrayList<>();

    private @Nullable Runnable takeBack;

    private String pusher = ModelDraw.INSTANCES.get(0);

    ModelSteps(TaskStore store, TopicStore topics, String group, Random random, Consumer<String> history) {
        this.store = store;
        this.history = history;
        this.model = new StoreModel(group);
        this.times = new ModelTimes(store, group, random);
        this.draw = new ModelDraw(random, model, times);
        this.check = new ModelCheck(store, topics, model, times);
        this.ofTopics = new ModelTopicSteps(topics, model, times, draw, check);
        choose(20, "add", this::add);
        choose(12, "push", this::push);
        choose(2, "resign", this::resign);
        choose(18, "reserve", this::reserve);
        choose(6, "reclaim", this::reclaim);
        choose(5, "cancel", this::cancel);
        choose(8, "reschedule", this::reschedule);
        choose(6, "requeue", this::requeue);
        ModelSettlements settlements = new ModelSettlements(store, model, times, draw, check);
        choose(6, "finish", settlements::finish);
        choose(8, "retry", settlements::retry);
        choose(6, "repeat", settlements::repeat);
        choose(8, "bury", settlements::bury);
        choose(7, "release", settlements::release);
        choose(5, "renew", settlements::renew);
        choose(2, "pause", ofTopics::pause);
        choose(5, "resume", ofTopics::resume);
        choose(12, "walk", ofTopics::walk);
        choose(3, "count", ofTopics::count);
        choose(1, "cancel topic", ofTopics::cancel);
        choose(1, "requeue topic", ofTopics::requeue);
        choose(1, "purge topic", ofTopics::purge);
        choose(2, "trim", ofTopics::trim);
    }

    /** The store may be taken back to an earlier state from now on. */
    void forget(Supplier<Runnable> snapshot) {
        choose(6, "snapshot", saying -> {
            Runnable before = snapshot.get();
            Runnable modelBefore = model.snapshot();
            String pusherBefore = pusher;
            takeBack = () -> {
                before.run();
                modelBefore.run();
                pusher = pusherBefore;
                ofTopics.endWalk();
            };
        });
        choose(3, "forget", saying -> {
            saying.accept(takeBack == null ? "nothing" : "what came after the snapshot");
            if (takeBack != null) {
                takeBack.run();
                checkEverything();
            }
        });
    }

    private void choose(int often, String name, ModelStep step) {
        for (int i = 0; i < often; i++) {
            choices.add(() -> step.make(words -> history.accept(name + " " + model.withPlaces(words))));
        }
    }

    /** One operation, on the store and on the model. */
    void next() {
        draw.oneOf(choices).run();
    }

    void checkEverything() {
        check.everything(draw.upTo(7));
    }

    private void add(Consumer<String> saying) {
        List<NewTask> tasks = new ArrayList<>();
        for (int i = draw.upTo(6); i > 0; i--) {
            tasks.add(draw.task());
        }
        saying.accept(tasks.stream().map(ModelDraw::words).toList().toString());
        long before = times.fresh();
        List<AddStatus> statuses = store.add(model.group, tasks);
        Span now = times.since(before);
        assertThat(statuses).hasSameSizeAs(tasks);
        for (int i = 0; i < tasks.size(); i++) {
            NewTask task = tasks.get(i);
            AddStatus status = statuses.get(i);
            AddStatus expected = model.add(task, ModelDraw.payload(task), status.dueAt());
            assertThat(status).as("%s", ModelDraw.words(task)).isEqualTo(expected);
            if (status.kind() == AddStatus.Kind.ADDED || status.kind() == AddStatus.Kind.REPLACED) {
                Span due = new Time(task.time(), task.relative()).from(now);
                assertThat(status.dueAt()).as("due time of " + task.id()).isBetween(due.from(), due.to());
            }
        }
        check.find(tasks.stream().map(NewTask::id).distinct().toList());
    }

    private void push(Consumer<String> saying) {
        long now = times.reach();
        List<Integer> moved = model.push(now);
        times.pushed();
        saying.accept(pusher + " moves " + moved);
        PushResult pushed = store.push(model.group, pusher, ModelDraw.TOPICS);
        assertThat(pushed.elected()).as("elected").isTrue();
        assertThat(List.of(pushed.due(), pushed.expiredTasks()))
                .as("due and expired")
                .isEqualTo(moved);
        assertThat(pushed.waitMicros()).as("wait").isBetween(0L, 1_000_000L);
    }

    /** Who pushes changes only here, so that no claim has to end by time. */
    private void resign(Consumer<String> saying) {
        saying.accept(pusher);
        store.resign(model.group, pusher);
        pusher = draw.oneOf(ModelDraw.INSTANCES);
        times.reach();
    }

    private void reserve(Consumer<String> saying) {
        String topic = draw.topic();
        String instance = draw.oneOf(ModelDraw.INSTANCES);
        int limit = draw.upTo(6);
        long lease = draw.lease();
        saying.accept(topic + " by " + instance + ", " + limit + " for " + lease);
        long before = times.now();
        Reservation given = store.reserve(new TopicName(model.group, topic), instance, Duration.ofMillis(lease), limit);
        Span now = times.since(before);
        assertThat(given.storeTime()).as("store's time").isBetween(now.from(), now.to());
        model.reserve(topic, instance, given, limit, lease);
        List<Delivery> deliveries =
                given.tasks().stream().map(ReservedTask::delivery).toList();
        deliveries.forEach(draw::given);
        saying.accept("gave " + deliveries);
        check.find(deliveries.stream().map(Delivery::id).toList());
    }

    private void reclaim(Consumer<String> saying) {
        String topic = draw.topic();
        String instance = draw.oneOf(ModelDraw.INSTANCES);
        Collection<Delivery> known = draw.deliveries();
        saying.accept(topic + " of " + instance + " but " + known);
        List<Long> numbers = known.stream().map(Delivery::number).toList();
        List<ModelTask> lost = model.in(topic, TaskState.RESERVED).stream()
                .filter(task -> instance.equals(task.instance) && !numbers.contains(task.number))
                .toList();
        assertThat(store.reclaim(new TopicName(model.group, topic), instance, known))
                .as("reclaimed")
                .isEqualTo(lost.size());
        for (ModelTask task : lost) {
            task.attempts--;
            model.backToReady(task);
        }
        check.find(lost.stream().map(task -> task.id).toList());
    }

    private void cancel(Consumer<String> saying) {
        List<String> ids = draw.ids(4);
        saying.accept(ids.toString());
        List<@Nullable TaskInfo> removed = store.cancel(model.group, ids);
        check.infos(ids, removed);
        model.where(task -> ids.contains(task.id)).forEach(model::remove);
        check.find(ids);
    }

    private void reschedule(Consumer<String> saying) {
        String id = draw.ids(1).get(0);
        Time time = times.any();
        saying.accept(id + " " + time);
        long before = times.fresh();
        RescheduleResult result = store.reschedule(model.group, id, time.millis(), time.relative());
        Span due = time.from(times.since(before));
        ModelTask task = model.get(id);
        if (task == null) {
            assertThat(result).isEqualTo(new RescheduleResult(Outcome.NOT_FOUND, null));
        } else if (task.state == TaskState.RESERVED || task.state == TaskState.DEAD) {
            Outcome outcome = task.state == TaskState.DEAD ? Outcome.DEAD : Outcome.RUNNING;
            assertThat(result).isEqualTo(new RescheduleResult(outcome, Instant.ofEpochMilli(task.due.from())));
        } else if (task.state == TaskState.READY && (time.relative() ? time.millis() == 0 : time.millis() <= before)) {
            assertThat(result)
                    .isEqualTo(new RescheduleResult(Outcome.RESCHEDULED, Instant.ofEpochMilli(task.due.from())));
        } else {
            assertThat(result.outcome()).isEqualTo(Outcome.RESCHEDULED);
            assertThat(result.dueAt()).isBetween(Instant.ofEpochMilli(due.from()), Instant.ofEpochMilli(due.to()));
            task.due = Span.at(result.dueAt().toEpochMilli());
            model.delay(task, task.due, true);
        }
        check.find(List.of(id));
    }

    private void requeue(Consumer<String> saying) {
        List<String> ids = draw.ids(4);
        saying.accept(ids.toString());
        long now = times.fresh();
        List<ModelTask> dead = model.where(task -> ids.contains(task.id) && task.state == TaskState.DEAD);
        assertThat(store.requeue(model.group, ids))
                .as("requeued")
                .containsExactlyInAnyOrderElementsOf(
                        dead.stream().map(task -> task.id).toList());
        dead.forEach(task -> model.requeue(task, now));
        times.seen(times.now());
        check.find(ids);
    }
}
