package io.delayqueue.memory;

import io.delayqueue.FailedAttempt;
import io.delayqueue.TaskState;
import io.delayqueue.memory.StoredTask.Held;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Applies outcomes to deliveries; each step returns the stale ones. */
final class Acknowledging {

    private final MemoryGroup group;

    private final StepTime now;

    /** Outcome of a current delivery. */
    private interface Effect<T> {

        /** Prepares the change without making it. */
        Runnable on(StoredTask task, Held held, T entry);
    }

    Acknowledging(MemoryGroup group, StepTime now) {
        this.group = group;
        this.now = now;
    }

    List<Delivery> renew(List<Delivery> deliveries, long leaseMillis) {
        return make(
                deliveries,
                Function.identity(),
                (task, held, delivery) -> () -> group.move(task, TaskState.RESERVED, now.millis() + leaseMillis));
    }

    List<Delivery> acknowledge(List<? extends Outcome> outcomes) {
        Head head = new Head();
        List<Delivery> stale = make(
                outcomes,
                Outcome::delivery,
                switch (Outcome.kindOf(outcomes)) {
                    case FINISHED -> (task, held, outcome) -> () -> group.takeAway(task);
                    case RETRY -> (task, held, outcome) -> retry(task, held, (Outcome.Retry) outcome, head);
                    case NEXT_OCCURRENCE ->
                        (task, held, outcome) -> repeat(task, held, (Outcome.NextOccurrence) outcome, head);
                    case DEAD -> (task, held, outcome) -> bury(task, held, (Outcome.Dead) outcome);
                    case RELEASED -> (task, held, outcome) -> release(task, held, (Outcome.Released) outcome);
                });
        head.wake();
        return stale;
    }

    private Runnable retry(StoredTask task, Held held, Outcome.Retry retry, Head head) {
        FailedAttempt attempt = retry.error() == null ? null : held.failed(retry.error());
        return () -> {
            if (attempt != null) {
                task.failed(retry.error(), attempt);
            }
            head.delay(task, now.roundedUp() + retry.delayMillis());
        };
    }

    private Runnable repeat(StoredTask task, Held held, Outcome.NextOccurrence next, Head head) {
        FailedAttempt attempt = next.error() == null ? null : held.failed(next.error());
        long due = due(task, next);
        return () -> {
            if (attempt == null) {
                task.forgetFailures();
            } else {
                task.failed(next.error(), attempt);
            }
            task.held = null;
            task.due = due;
            head.delay(task, due);
        };
    }

    private long due(StoredTask task, Outcome.NextOccurrence next) {
        long millis = next.millis();
        return switch (next.timing()) {
            case RATE -> task.due + millis * Math.max(1, Math.floorDiv(now.roundedUp() - task.due, millis) + 1);
            case DELAY -> now.roundedUp() + millis;
            case AT -> millis;
        };
    }

    private Runnable bury(StoredTask task, Held held, Outcome.Dead dead) {
        FailedAttempt attempt = held.failed(dead.error());
        return () -> {
            task.failed(dead.error(), attempt);
            group.move(task, TaskState.DEAD, Score.first(now.millis(), task.priority));
        };
    }

    private Runnable release(StoredTask task, Held held, Outcome.Released released) {
        return () -> {
            group.makeReady(task, held.score());
            task.held = released.started() ? held : held.unstarted();
        };
    }

    /** Schedules tasks, and wakes the pusher if one of them is the first now. */
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

    private <T> List<Delivery> make(List<? extends T> entries, Function<T, Delivery> delivery, Effect<T> effect) {
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

    /** Finds the task of a delivery if it is reserved and the delivery is its newest. */
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
