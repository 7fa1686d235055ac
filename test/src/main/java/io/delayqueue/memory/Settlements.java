package io.delayqueue.memory;

import io.delayqueue.FailedAttempt;
import io.delayqueue.TaskState;
import io.delayqueue.memory.StoredTask.Held;
import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NextRun;
import io.delayqueue.store.Release;
import io.delayqueue.store.Retry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The steps that name deliveries: each tells which of them were stale. */
final class Settlements {

    private final MemoryGroup group;

    private final StepTime now;

    /** What becomes of a task whose delivery is current. */
    private interface Effect<T> {

        /** Finds out what is to be done, without doing it. */
        Runnable on(StoredTask task, Held held, T entry);
    }

    Settlements(MemoryGroup group, StepTime now) {
        this.group = group;
        this.now = now;
    }

    List<Delivery> finish(List<Delivery> deliveries) {
        return settle(deliveries, Function.identity(), (task, held, delivery) -> () -> group.takeAway(task));
    }

    List<Delivery> renew(List<Delivery> deliveries, long leaseMillis) {
        return settle(
                deliveries,
                Function.identity(),
                (task, held, delivery) -> () -> group.move(task, TaskState.RESERVED, now.millis() + leaseMillis));
    }

    List<Delivery> release(List<Release> releases) {
        return settle(releases, Release::delivery, (task, held, release) -> () -> {
            group.makeReady(task, held.score());
            task.held = release.started() ? held : held.unstarted();
        });
    }

    List<Delivery> bury(List<Burial> burials) {
        return settle(burials, Burial::delivery, (task, held, burial) -> {
            FailedAttempt attempt = held.failed(burial.error());
            return () -> {
                task.failed(burial.error(), attempt);
                group.move(task, TaskState.DEAD, Score.first(now.millis(), task.priority));
            };
        });
    }

    List<Delivery> retry(List<Retry> retries) {
        Head head = new Head();
        List<Delivery> stale = settle(retries, Retry::delivery, (task, held, retry) -> {
            FailedAttempt attempt = retry.error() == null ? null : held.failed(retry.error());
            return () -> {
                if (attempt != null) {
                    task.failed(retry.error(), attempt);
                }
                head.delay(task, now.roundedUp() + retry.delayMillis());
            };
        });
        head.wake();
        return stale;
    }

    List<Delivery> repeat(List<NextRun> runs) {
        Head head = new Head();
        List<Delivery> stale = settle(runs, NextRun::delivery, (task, held, run) -> {
            FailedAttempt attempt = run.error() == null ? null : held.failed(run.error());
            long due = due(task, run);
            return () -> {
                if (attempt == null) {
                    task.forgetFailures();
                } else {
                    task.failed(run.error(), attempt);
                }
                task.held = null;
                task.due = due;
                head.delay(task, due);
            };
        });
        head.wake();
        return stale;
    }

    private long due(StoredTask task, NextRun run) {
        return switch (run.kind()) {
            case RATE ->
                task.due + run.millis() * Math.max(1, Math.floorDiv(now.roundedUp() - task.due, run.millis()) + 1);
            case DELAY -> now.roundedUp() + run.millis();
            case AT -> run.millis();
        };
    }

    /** Makes tasks wait, and tells the pusher if one of them is the first now. */
    private final class Head {

        private final @Nullable Double before = group.delayed.firstScore();

        private @Nullable Long earliest;

        private void delay(StoredTask task, long due) {
            group.move(task, TaskState.DELAYED, Score.first(due, task.priority));
            earliest = earliest == null ? due : Math.min(earliest, due);
        }

        private void wake() {
            if (earliest != null) {
                group.wake(before, earliest, now);
            }
        }
    }

    private <T> List<Delivery> settle(List<T> entries, Function<T, Delivery> delivery, Effect<T> effect) {
        List<Delivery> stale = new ArrayList<>();
        List<Runnable> effects = new ArrayList<>();
        for (T entry : entries) {
            Delivery named = delivery.apply(entry);
            StoredTask task = current(named);
            if (task == null) {
                stale.add(named);
            } else {
                effects.add(effect.on(task, Moves.held(task), entry));
            }
        }
        effects.forEach(Runnable::run);
        return stale;
    }

    /** The task whose newest delivery this is, if it is reserved. */
    private @Nullable StoredTask current(Delivery delivery) {
        StoredTask task = group.tasks.get(delivery.id());
        boolean current = task != null
                && task.state == TaskState.RESERVED
                && task.topic.equals(delivery.topic())
                && Moves.held(task).number() == delivery.number()
                && Moves.held(task).instance().equals(delivery.instance());
        return current ? task : null;
    }
}
