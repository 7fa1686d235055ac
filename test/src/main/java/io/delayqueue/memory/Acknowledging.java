package io.delayqueue.memory;

import io.delayqueue.FailedAttempt;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.memory.StoredTask.Held;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.TaskEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

    Acknowledging(MemoryGroup group) {
        this.group = group;
        this.now = group.now();
    }

    List<Delivery> renew(List<Delivery> deliveries, long leaseMillis) {
        return make(
                deliveries,
                Function.identity(),
                (task, held, delivery) -> () -> group.move(task, TaskState.RESERVED, now.millis() + leaseMillis));
    }

    List<Delivery> acknowledge(List<? extends Outcome> outcomes) {
        return make(
                outcomes,
                Outcome::delivery,
                switch (Outcome.kindOf(outcomes)) {
                    case FINISHED -> (task, held, outcome) -> () -> finish(task, outcome);
                    case RETRY -> (task, held, outcome) -> retry(task, held, (Outcome.Retry) outcome);
                    case NEXT_OCCURRENCE ->
                        (task, held, outcome) -> repeat(task, held, (Outcome.NextOccurrence) outcome);
                    case DEAD -> (task, held, outcome) -> bury(task, held, (Outcome.Dead) outcome);
                    case RELEASED -> (task, held, outcome) -> release(task, held, (Outcome.Released) outcome);
                });
    }

    private void finish(StoredTask task, Outcome outcome) {
        group.history(task.topic).ended(task, outcome);
        group.takeAway(task);
    }

    private Runnable retry(StoredTask task, Held held, Outcome.Retry retry) {
        FailedAttempt attempt = retry.error() == null ? null : held.failed(retry.error());
        return () -> {
            if (!retry.counts()) {
                task.hasBegun(held);
                task.takeBackAttempt(held);
                task.lastError = retry.error();
            } else if (attempt != null) {
                task.failed(retry.error(), attempt);
            }
            if (group.rules.keyOrder(task.topic).onRetry() == KeyOrder.OnRetry.LET_PASS) {
                group.leaveKey(task);
            }
            long next = now.roundedUp() + retry.delayMillis();
            group.move(task, TaskState.DELAYED, next);
            group.topic(task.topic).retries(task, next);
        };
    }

    private Runnable repeat(StoredTask task, Held held, Outcome.NextOccurrence next) {
        FailedAttempt attempt = next.error() == null || !next.begun() ? null : held.failed(next.error());
        long due = due(task, next);
        return () -> {
            if (!next.begun()) {
                task.lastError = next.error();
                group.rules.giveBack(task.topic, held.number());
            } else if (attempt != null) {
                task.failed(next.error(), attempt);
            }
            group.history(task.topic).ended(task, next);
            if (next.error() == null) {
                task.forgetFailures();
            }
            task.requeued(0);
            task.forgetMarks();
            task.ended(now.roundedUp(), next.error() != null, due);
            group.delay(task, task.isPaused() ? TaskEdit.PAUSED_UNTIL : due);
            group.topic(task.topic).retries(task, null);
        };
    }

    private long due(StoredTask task, Outcome.NextOccurrence next) {
        long millis = next.millis();
        Long mark = task.next();
        if (mark != null) {
            long marked = mark < 0 ? now.roundedUp() - mark : mark;
            // One that is over was for an attempt that ended otherwise, or ended sooner.
            if (marked > now.roundedUp()) {
                return marked;
            }
        }
        return switch (next.timing()) {
            case RATE -> task.due + millis * Math.max(1, Math.floorDiv(now.roundedUp() - task.due, millis) + 1);
            case DELAY -> now.roundedUp() + millis;
            case AT -> millis;
        };
    }

    private Runnable bury(StoredTask task, Held held, Outcome.Dead dead) {
        FailedAttempt attempt = dead.begun() ? held.failed(Objects.requireNonNull(dead.error())) : null;
        return () -> {
            if (attempt != null) {
                task.failed(dead.error(), attempt);
            } else {
                task.takeBackAttempt(held);
                task.lastError = dead.error();
                group.rules.giveBack(task.topic, held.number());
            }
            group.history(task.topic).ended(task, dead);
            if (dead.error() == null) {
                group.takeAway(task);
                return;
            }
            group.leaveKey(task);
            group.move(task, TaskState.DEAD, now.millis());
            group.topic(task.topic).retries(task, null);
        };
    }

    private Runnable release(StoredTask task, Held held, Outcome.Released released) {
        return () -> {
            if (released.hold() != null) {
                task.hasBegun(held);
                hold(task.topic, released.hold());
            }
            if (!released.counts()) {
                task.takeBackAttempt(held);
            }
            boolean goesOn = released.counts() && held.due() >= TaskEdit.PAUSED_UNTIL;
            group.putBack(task, goesOn ? task.due : held.due());
        };
    }

    private void hold(String topic, Outcome.Hold hold) {
        if (group.rules.holdLonger(topic, hold.limit(), now.roundedUp() + hold.millis())) {
            group.messages().paused(new TopicName(group.name, topic));
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
                effects.add(effect.on(task, Pushing.held(task), entry));
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
                && Pushing.held(task).number() == delivery.number()
                && Pushing.held(task).instance().equals(delivery.instance());
        return current ? task : null;
    }
}
