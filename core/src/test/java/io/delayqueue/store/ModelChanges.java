package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskState;
import io.delayqueue.store.Change.Result;
import io.delayqueue.store.ModelLosses.Loss;
import io.delayqueue.store.ModelTask.Span;
import io.delayqueue.store.ModelTimes.Time;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Random changes with names, new ones and repeated ones, each of which must be made once. */
final class ModelChanges {

    private static final int REMEMBERED = 40;

    private final TaskStore store;

    private final StoreModel model;

    private final ModelTimes times;

    private final ModelDraw draw;

    private final ModelCheck check;

    private final ModelLosses losses;

    private final List<Change> sent = new ArrayList<>();

    private int names;

    ModelChanges(
            TaskStore store, StoreModel model, ModelTimes times, ModelDraw draw, ModelCheck check, ModelLosses losses) {
        this.store = store;
        this.model = model;
        this.times = times;
        this.draw = draw;
        this.check = check;
        this.losses = losses;
    }

    void apply(Consumer<String> saying) {
        List<Change> changes = changes();
        boolean late = draw.random.nextInt(8) == 0;
        saying.accept((late ? "late " : "")
                + changes.stream().map(ModelChanges::words).toList());
        List<String> ids = changes.stream().map(Change::id).distinct().toList();
        Loss loss = losses.amid(ids);
        long before = times.fresh();
        Change.Applied applied = store.apply(model.group, changes, late ? before - 1 : before + ModelTimes.DAY);
        Span now = times.since(before);
        assertThat(applied.late()).as("late").isEqualTo(late);
        assertThat(applied.storeTime()).as("store's time").isBetween(now.from(), now.to());
        assertThat(applied.results()).isEqualTo(make(late ? List.of() : changes, loss, now));
        check.find(ids);
    }

    void confirm(Consumer<String> saying) {
        Set<String> confirmed = new LinkedHashSet<>();
        for (int i = draw.upTo(5); i > 0 && !sent.isEmpty(); i--) {
            confirmed.add(draw.oneOf(sent).name());
        }
        saying.accept(confirmed.toString());
        if (!confirmed.isEmpty()) {
            losses.alone();
            store.confirm(model.group, confirmed);
            store.confirm(model.group, List.of());
        }
    }

    private List<Change> changes() {
        Map<String, Change> changes = new LinkedHashMap<>();
        for (int i = draw.upTo(5); i > 0; i--) {
            boolean again = !sent.isEmpty() && draw.random.nextInt(3) == 0;
            Change change = again
                    ? draw.oneOf(sent)
                    : change("change" + ++names, draw.ids(1).get(0));
            changes.put(change.name(), change);
            if (!again) {
                remember(change);
            }
        }
        return List.copyOf(changes.values());
    }

    private void remember(Change change) {
        if (sent.size() == REMEMBERED) {
            sent.remove(0);
        }
        sent.add(change);
    }

    private Change change(String name, String id) {
        switch (draw.random.nextInt(4)) {
            case 0:
                return new Change.Remove(name, id);
            case 1:
                Time time = times.any();
                return new Change.Reschedule(name, id, time.millis(), time.relative());
            default:
                return new Change.Add(name, draw.task(id));
        }
    }

    private static String words(Change change) {
        String what = "remove " + change.id();
        if (change instanceof Change.Add added) {
            what = "add " + ModelDraw.words(added.task());
        } else if (change instanceof Change.Reschedule moved) {
            what = "reschedule " + moved.id() + " " + new Time(moved.time(), moved.relative());
        }
        return change.name() + ": " + what;
    }

    /** Makes changes in the model; of a call whose first reply is lost, the first step is made twice. Returns what the store must say. */
    private List<Result> make(List<Change> changes, Loss loss, Span now) {
        List<Result> results = new ArrayList<>();
        do {
            List<Change> step = firstStep(changes.subList(results.size(), changes.size()));
            List<Result> made = make(step, now);
            if (results.isEmpty()) {
                loss.meanwhile().run();
                made = loss.isLost() ? make(step, now) : made;
            }
            results.addAll(made);
        } while (results.size() < changes.size());
        return results;
    }

    /** Returns the first changes of one kind, each of another task. */
    private static List<Change> firstStep(List<Change> changes) {
        Set<String> ids = new HashSet<>();
        int count = 0;
        while (count < changes.size()
                && changes.get(count).getClass() == changes.get(0).getClass()
                && ids.add(changes.get(count).id())) {
            count++;
        }
        return changes.subList(0, count);
    }

    private List<Result> make(List<Change> changes, Span now) {
        List<Result> results = new ArrayList<>();
        for (Change change : changes) {
            Result result = model.isApplied(change.name()) ? Result.REPEATED : make(change, now);
            if (result != Result.OTHER_TOPIC) {
                model.applied(change.name());
            }
            results.add(result);
        }
        model.settle(times.lastFresh());
        return results;
    }

    private Result make(Change change, Span now) {
        if (change instanceof Change.Add added) {
            NewTask task = added.task();
            Span due = new Time(task.time(), task.relative()).from(now);
            return Result.of(model.add(task, ModelDraw.payload(task), due).kind());
        }
        ModelTask task = model.get(change.id());
        if (change instanceof Change.Reschedule moved) {
            return reschedule(task, new Time(moved.time(), moved.relative()), now);
        }
        if (task != null) {
            model.removeOnRequest(task);
        }
        return task == null ? Result.NOT_FOUND : Result.MADE;
    }

    private Result reschedule(@Nullable ModelTask task, Time time, Span now) {
        if (task == null) {
            return Result.NOT_FOUND;
        }
        if (task.state == TaskState.RESERVED || task.state == TaskState.DEAD) {
            return task.state == TaskState.DEAD ? Result.DEAD : Result.RUNNING;
        }
        if (ModelSteps.movesByReschedule(task, time, now.from())) {
            Span due = time.from(now);
            // A task that this call has made wait may be due already, and keeps its time then.
            boolean mayBeDue = ModelSteps.isToRunNow(time, now.from()) && task.until.from() <= now.to();
            model.reschedule(task, mayBeDue ? due.with(task.until) : due);
            task.unsettled = mayBeDue;
        }
        return Result.MADE;
    }
}
