package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.store.NewTask.AddMode;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Draws which replies are lost, and what another client does before the call is sent again. */
final class ModelLosses {

    private static final long NEAR = 3;

    private final @Nullable LosingStore losing;

    private final TaskStore other;

    private final StoreModel model;

    private final ModelTimes times;

    private final ModelDraw draw;

    private final Consumer<String> history;

    /**
     * Creates it.
     *
     * @param losing whose replies to lose, or null to lose none
     * @param other how another client reaches the same tasks
     */
    ModelLosses(
            @Nullable LosingStore losing,
            TaskStore other,
            StoreModel model,
            ModelTimes times,
            ModelDraw draw,
            Consumer<String> history) {
        this.losing = losing;
        this.other = other;
        this.model = model;
        this.times = times;
        this.draw = draw;
        this.history = history;
    }

    /**
     * Whether the next reply is lost.
     *
     * @param meanwhile does to the model what was done to the store before the call was sent again
     */
    record Loss(boolean isLost, Runnable meanwhile) {

        static final Loss NONE = new Loss(false, () -> {});
    }

    /** What another client does: to the store at once, to the model later. */
    private interface Meanwhile {

        /** Does it to the store, and returns what does it to the model and compares. */
        Runnable begin();
    }

    /** The next reply may be lost, and nothing happens until the call is sent again. */
    Loss alone() {
        return lose("nothing", () -> () -> {});
    }

    /** The next reply may be lost, while another client uses one of these tasks. */
    Loss amid(List<String> ids) {
        if (losing == null || ids.isEmpty()) {
            return Loss.NONE;
        }
        String id = draw.oneOf(ids);
        switch (draw.random.nextInt(3)) {
            case 0:
                return lose("remove " + id, () -> remove(id));
            case 1:
                return adding(draw.task(id), IfExists.REPLACE);
            default:
                return adding(draw.task(id), IfExists.KEEP);
        }
    }

    /** The same of tasks that are being added, which may also become ready and be leased. */
    Loss amidAdding(List<NewTask> tasks) {
        if (losing == null || draw.random.nextInt(2) == 0) {
            return amid(tasks.stream().map(NewTask::id).toList());
        }
        String topic = draw.oneOf(tasks).topic();
        int limit = draw.upTo(6);
        return lose("push, and reserve " + limit + " of " + topic, () -> take(topic, limit));
    }

    private Loss lose(String words, Meanwhile meanwhile) {
        if (losing == null || draw.random.nextInt(3) > 0) {
            return Loss.NONE;
        }
        history.accept("  the reply is lost; meanwhile " + words);
        Runnable[] begun = {
            () -> {
                throw new AssertionError("The call was not made");
            }
        };
        losing.loseNextReply(() -> begun[0] = meanwhile.begin());
        return new Loss(true, () -> begun[0].run());
    }

    private Runnable remove(String id) {
        List<@Nullable TaskInfo> removed = other.remove(model.group, List.of(id));
        return () -> {
            ModelTask task = model.get(id);
            assertThat(removed.get(0) == null).as("no " + id + " to remove").isEqualTo(task == null);
            if (task != null) {
                model.removeOnRequest(task);
                model.settle(times.lastFresh());
            }
        };
    }

    private Loss adding(NewTask drawn, IfExists ifExists) {
        NewTask task = new NewTask(
                drawn.topic(),
                drawn.id(),
                drawn.time(),
                drawn.relative(),
                drawn.detail(),
                new AddMode(
                        drawn.mode().priority(),
                        ifExists,
                        false,
                        ifExists == IfExists.REPLACE ? 0 : ModelTask.window(ModelDraw.payload(drawn)),
                        0,
                        0));
        return lose("add " + ModelDraw.words(task), () -> {
            AddStatus status = other.add(model.group, List.of(task)).get(0);
            return () -> compareAdded(task, status);
        });
    }

    private void compareAdded(NewTask task, AddStatus status) {
        ModelTask there = model.get(task.id());
        AddStatus expected = model.add(task, ModelDraw.payload(task), status.dueAt());
        model.settle(times.lastFresh());
        assertThat(status.kind()).as("added meanwhile").isEqualTo(expected.kind());
        if (there != null && model.get(task.id()) == there) {
            assertThat(status.dueAt()).as("due time").isBetween(there.due.from(), there.due.to());
        }
    }

    /** Waits until what was added to be due in a moment is due. */
    private Runnable take(String topic, int limit) {
        long later = times.now() + NEAR;
        long reached;
        do {
            reached = times.reach();
        } while (reached < later);
        long now = reached;
        PushResult pushed = other.push(model.group, model.pusher, ModelDraw.TOPICS, ExpectedTime.NONE);
        String instance = ModelDraw.INSTANCES.get(0);
        long lease = 3 * ModelTimes.DAY;
        Reservation given = other.reserve(new TopicName(model.group, topic), instance, Duration.ofMillis(lease), limit);
        return () -> {
            assertThat(List.of(pushed.due(), ModelMoves.sum(pushed.expired())))
                    .as("due and expired meanwhile")
                    .isEqualTo(model.push(now));
            times.pushed();
            model.reserve(topic, instance, given, limit, lease);
            given.tasks().forEach(task -> draw.given(task.delivery()));
        };
    }
}
