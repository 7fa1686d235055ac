package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.RescheduleResult;
import io.delayqueue.RescheduleResult.Outcome;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.store.ModelLosses.Loss;
import io.delayqueue.store.ModelTask.Span;
import io.delayqueue.store.ModelTimes.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random operations on a store, each done to the model too. Of one that names deliveries see {@link ModelSettlements}. */
final class ModelSteps {

    private final TaskStore store;

    private final DeadLetterStore deadLetters;
    private final ModelLosses losses;

    private final StoreModel model;

    private final ModelTimes times;

    private final ModelDraw draw;

    private final ModelCheck check;

    private final ModelTopicSteps ofTopics;

    private final Consumer<String> history;

    private final List<Runnable> choices = new ArrayList<>();

    private @Nullable Runnable takeBack;

    ModelSteps(
            StoreUnderTest underTest,
            @Nullable LosingStore losing,
            String group,
            Random random,
            Consumer<String> history) {
        TaskStore other = underTest.tasks();
        TopicStore topics = losing == null ? underTest.topics() : losing.topics();
        this.store = losing == null ? other : losing.tasks();
        this.deadLetters = losing == null ? underTest.deadLetters() : losing.deadLetters();
        this.history = history;
        this.model = new StoreModel(group);
        this.times = new ModelTimes(other, group, random);
        this.draw = new ModelDraw(random, model, times);
        this.check = new ModelCheck(underTest, model, times);
        this.losses = new ModelLosses(losing, other, model, times, draw, history);
        this.ofTopics = new ModelTopicSteps(topics, deadLetters, model, times, draw, check, losses);
        ModelMoves moves = new ModelMoves(store, other, model, times, draw, check, losses);
        choose(20, "add", this::add);
        choose(12, "push", moves::push);
        choose(2, "resign", moves::resign);
        choose(18, "reserve", moves::reserve);
        choose(6, "reclaim", moves::reclaim);
        choose(5, "remove", this::remove);
        choose(8, "reschedule", this::reschedule);
        choose(6, "requeue", this::requeue);
        ModelChanges changes = new ModelChanges(store, model, times, draw, check, losses);
        choose(8, "edit", new ModelEdits(store, model, times, draw, check, losses)::edit);
        choose(12, "apply", changes::apply);
        choose(3, "confirm", changes::confirm);
        ModelSettlements settlements = new ModelSettlements(store, model, times, draw, check, losses);
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
        choose(1, "remove topic", ofTopics::remove);
        choose(1, "requeue topic", ofTopics::requeue);
        choose(1, "purge topic", ofTopics::purge);
        choose(2, "trim", ofTopics::trim);
        choose(2, "crash", moves::crash);
        ModelLimitSteps limits = new ModelLimitSteps(
                losing == null ? underTest.limits() : losing.limits(), topics, model, times, draw, losses);
        choose(8, "declare limits", limits::declare);
        choose(8, "set limit", limits::set);
        choose(2, "reset limit", limits::reset);
        choose(6, "remove limit", limits::remove);
        choose(5, "hold limit", limits::hold);
        choose(3, "hold topic", limits::holdTopic);
    }

    /** Tasks may have keys from now on. */
    void withKeys() {
        draw.withKeys();
    }

    /** The store may be taken back to an earlier state from now on. */
    void forget(Supplier<Runnable> snapshot) {
        choose(6, "snapshot", saying -> {
            Runnable before = snapshot.get();
            Runnable modelBefore = model.snapshot();
            String pusherBefore = model.pusher;
            takeBack = () -> {
                before.run();
                modelBefore.run();
                model.pusher = pusherBefore;
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
        model.begin();
        draw.oneOf(choices).run();
        // The next operation has another millisecond: tasks that both promote are never of one.
        times.seen(times.now());
        removeUnsettled();
        check.signals();
    }

    /** Removes the tasks whose order depends on how long the operation has taken: what comes later must not depend on it. */
    private void removeUnsettled() {
        List<String> ids =
                model.unsettled(times.lastFresh()).stream().map(task -> task.id).toList();
        if (!ids.isEmpty()) {
            history.accept("  removes " + ids);
            long before = times.fresh();
            compareRemoved(ids, store.remove(model.group, ids), before);
            times.seen(times.now());
        }
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
        Loss loss = losses.amidAdding(tasks);
        long before = times.fresh();
        List<AddStatus> statuses = store.add(model.group, tasks);
        Span now = times.since(before);
        assertThat(statuses).hasSameSizeAs(tasks);
        List<AddStatus> expected = new ArrayList<>();
        boolean recognised = tasks.stream().anyMatch(ModelSteps::isRecognised);
        inTurn(
                !recognised || tasks.stream().anyMatch(this::isAdded),
                loss,
                () -> expected.addAll(added(tasks, statuses)));
        if (loss.isLost() && !recognised) {
            expected.clear();
            expected.addAll(asFirstSent(tasks, added(tasks, statuses)));
        }
        for (int i = 0; i < tasks.size(); i++) {
            NewTask task = tasks.get(i);
            AddStatus status = statuses.get(i);
            assertThat(status).as("%s", ModelDraw.words(task)).isEqualTo(expected.get(i));
            boolean wasThere = loss.isLost() && status.kind() == AddStatus.Kind.ADDED;
            if (!wasThere && (status.kind() == AddStatus.Kind.ADDED || status.kind() == AddStatus.Kind.REPLACED)) {
                Span due = new Time(task.time(), task.relative()).from(now);
                assertThat(status.dueAt()).as("due time of " + task.id()).isBetween(due.from(), due.to());
            }
        }
        check.find(tasks.stream().map(NewTask::id).distinct().toList());
    }

    /** Whether the store recognises another sending of its call. */
    private static boolean isRecognised(NewTask task) {
        return replaces(task) || task.mode().uniqueFor() > 0;
    }

    private static boolean replaces(NewTask task) {
        return task.mode().ifExists() == IfExists.REPLACE;
    }

    /** Whether it changes something, be it alone. */
    private boolean isAdded(NewTask task) {
        ModelTask there = model.get(task.id());
        return there == null && !model.isRecent(task)
                || there != null && there.topic.equals(task.topic()) && replaces(task);
    }

    private List<AddStatus> added(List<NewTask> tasks, List<AddStatus> statuses) {
        List<AddStatus> added = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            NewTask task = tasks.get(i);
            added.add(model.add(task, ModelDraw.payload(task), statuses.get(i).dueAt()));
        }
        model.settle(times.lastFresh());
        return added;
    }

    /** The first of an id that a repetition finds counts as added by the call. */
    private static List<AddStatus> asFirstSent(List<NewTask> tasks, List<AddStatus> found) {
        Set<String> seen = new HashSet<>();
        List<AddStatus> result = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            AddStatus status = found.get(i);
            boolean own = seen.add(tasks.get(i).id()) && status.kind() == AddStatus.Kind.REPEATED;
            result.add(own ? new AddStatus(AddStatus.Kind.ADDED, status.dueAt()) : status);
        }
        return result;
    }

    private void remove(Consumer<String> saying) {
        List<String> ids = draw.ids(4);
        saying.accept(ids.toString());
        Loss loss = losses.amid(ids);
        long before = times.fresh();
        List<@Nullable TaskInfo> removed = store.remove(model.group, ids);
        inTurn(ids.stream().anyMatch(id -> model.get(id) != null), loss, () -> compareRemoved(ids, removed, before));
        times.seen(times.now());
        check.find(ids);
    }

    private void compareRemoved(List<String> ids, List<@Nullable TaskInfo> removed, long before) {
        check.infos(ids, removed);
        model.where(task -> ids.contains(task.id)).forEach(model::removeOnRequest);
        model.settle(before);
    }

    /** A call is what its first sending is if that changes something, and else what the second is. */
    private static void inTurn(boolean firstChanges, Loss loss, Runnable effect) {
        if (firstChanges) {
            effect.run();
        }
        loss.meanwhile().run();
        if (!firstChanges) {
            effect.run();
        }
    }

    private void reschedule(Consumer<String> saying) {
        String id = draw.ids(1).get(0);
        Time time = times.any();
        saying.accept(id + " " + time);
        Loss loss = losses.amid(List.of(id));
        long before = times.fresh();
        RescheduleResult result = store.reschedule(model.group, id, time.millis(), time.relative());
        Span due = time.from(times.since(before));
        inTurn(
                movesByReschedule(model.get(id), time, before),
                loss,
                () -> compareReschedule(model.get(id), time, before, due, result));
        check.find(List.of(id));
    }

    static boolean movesByReschedule(@Nullable ModelTask task, Time time, long now) {
        if (task == null || task.state == TaskState.RESERVED || task.state == TaskState.DEAD) {
            return false;
        }
        boolean isDue = task.state == TaskState.READY || task.until.to() < now;
        return !isDue || !isToRunNow(time, now);
    }

    static boolean isToRunNow(Time time, long now) {
        return time.relative() ? time.millis() == 0 : time.millis() <= now;
    }

    /** Whether a task that was added between two sendings was due at the second, which then left it alone. */
    private boolean becameDue(ModelTask task, Time time, long before, RescheduleResult result) {
        return isToRunNow(time, before)
                && task.until.from() >= before
                && task.until.from() <= times.now()
                && Instant.ofEpochMilli(task.due.from()).equals(result.dueAt());
    }

    private void compareReschedule(
            @Nullable ModelTask task, Time time, long before, Span due, RescheduleResult result) {
        if (task == null) {
            assertThat(result).isEqualTo(new RescheduleResult(Outcome.NOT_FOUND, null));
        } else if (task.state == TaskState.RESERVED || task.state == TaskState.DEAD) {
            Outcome outcome = task.state == TaskState.DEAD ? Outcome.DEAD : Outcome.RUNNING;
            assertThat(result).isEqualTo(new RescheduleResult(outcome, Instant.ofEpochMilli(task.due.from())));
        } else if (!movesByReschedule(task, time, before) || becameDue(task, time, before, result)) {
            assertThat(result)
                    .isEqualTo(new RescheduleResult(Outcome.RESCHEDULED, Instant.ofEpochMilli(task.due.from())));
        } else {
            assertThat(result.outcome()).isEqualTo(Outcome.RESCHEDULED);
            assertThat(result.dueAt()).isBetween(Instant.ofEpochMilli(due.from()), Instant.ofEpochMilli(due.to()));
            model.reschedule(task, Span.at(result.dueAt().toEpochMilli()));
            model.settle(before);
        }
    }

    private void requeue(Consumer<String> saying) {
        List<String> ids = draw.ids(4);
        saying.accept(ids.toString());
        Loss loss = losses.amid(ids);
        long now = times.fresh();
        List<String> requeued = deadLetters.requeue(model.group, ids);
        inTurn(ids.stream().anyMatch(this::isDead), loss, () -> {
            List<String> dead = ids.stream().filter(this::isDead).toList();
            assertThat(requeued).as("requeued").containsExactlyInAnyOrderElementsOf(dead);
            dead.forEach(id -> model.requeue(model.get(id), now));
            model.settle(now);
        });
        times.seen(times.now());
        check.find(ids);
    }

    private boolean isDead(String id) {
        ModelTask task = model.get(id);
        return task != null && task.state == TaskState.DEAD;
    }
}
