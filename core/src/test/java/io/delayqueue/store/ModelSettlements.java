package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskState;
import io.delayqueue.store.ModelLosses.Loss;
import io.delayqueue.store.ModelTask.Span;
import io.delayqueue.store.ModelTimes.Time;
import io.delayqueue.store.Outcome.NextOccurrence.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Random operations that name deliveries. */
final class ModelSettlements {

    private static final long PERIOD = 300_000_000_000L;

    private final TaskStore store;

    private final StoreModel model;

    private final ModelTimes times;

    private final ModelDraw draw;

    private final ModelCheck check;
    private final ModelLosses losses;

    ModelSettlements(
            TaskStore store, StoreModel model, ModelTimes times, ModelDraw draw, ModelCheck check, ModelLosses losses) {
        this.store = store;
        this.model = model;
        this.times = times;
        this.draw = draw;
        this.check = check;
        this.losses = losses;
    }

    /** What becomes of a task whose delivery is current. */
    private interface Effect<T> {

        void on(ModelTask task, T entry, Span now);
    }

    private <T> void make(
            Consumer<String> saying,
            List<T> entries,
            Function<T, Delivery> delivery,
            Function<List<T>, List<Delivery>> call,
            Effect<T> effect) {
        saying.accept(entries.toString());
        List<Delivery> stale = entries.stream()
                .map(delivery)
                .filter(one -> model.current(one) == null)
                .toList();
        List<String> ids = entries.stream()
                .map(entry -> delivery.apply(entry).id())
                .distinct()
                .toList();
        Loss loss = losses.amid(ids);
        long before = times.fresh();
        // A repetition cannot tell what is stale from what the first sending has acknowledged.
        assertThat(call.apply(entries)).as("stale").isEqualTo(loss.isLost() ? List.of() : stale);
        Span now = times.since(before);
        for (T entry : entries) {
            ModelTask task = model.current(delivery.apply(entry));
            if (task != null) {
                effect.on(task, entry, now);
            }
        }
        model.settle(before);
        loss.meanwhile().run();
        check.find(ids);
    }

    private <O extends Outcome> void acknowledge(Consumer<String> saying, List<O> outcomes, Effect<O> effect) {
        make(saying, outcomes, Outcome::delivery, some -> store.acknowledge(model.group, some), effect);
    }

    void renew(Consumer<String> saying) {
        long lease = draw.lease();
        make(
                saying,
                draw.deliveries(),
                Function.identity(),
                named -> store.renew(model.group, named, Duration.ofMillis(lease)),
                (task, named, now) -> model.move(task, TaskState.RESERVED, now.plus(lease)));
    }

    void finish(Consumer<String> saying) {
        List<Outcome.Finished> finished =
                draw.deliveries().stream().map(Outcome.Finished::new).toList();
        acknowledge(saying, finished, (task, outcome, now) -> model.remove(task));
    }

    void retry(Consumer<String> saying) {
        List<Outcome.Retry> retries = new ArrayList<>();
        for (Delivery one : draw.deliveries()) {
            boolean counts = draw.random.nextInt(4) > 0;
            String error = !counts || draw.random.nextBoolean() ? draw.error() : null;
            retries.add(new Outcome.Retry(one, delay(retries.size()), error, counts));
        }
        acknowledge(saying, retries, (task, retry, now) -> {
            if (!retry.counts()) {
                task.hasBegun();
                task.takeBackAttempt();
                task.error = retry.error();
            } else if (retry.error() != null) {
                task.failed(retry.error());
            }
            model.retry(task, now.plus(retry.delayMillis()));
        });
    }

    /** Different within a call: what a call makes due at one instant has no order. A long one is longer than that of a reschedule. */
    private long delay(int position) {
        return draw.random.nextInt(3) == 0 ? (4 + position) * ModelTimes.DAY : position;
    }

    void repeat(Consumer<String> saying) {
        List<Outcome.NextOccurrence> next = new ArrayList<>();
        for (Delivery one : draw.deliveries()) {
            Timing timing = draw.oneOf(List.of(Timing.values()));
            long millis =
                    switch (timing) {
                        case RATE -> PERIOD;
                        case DELAY -> delay(next.size());
                        case AT -> draw.random.nextBoolean() ? times.past() : times.future();
                    };
            boolean begun = draw.random.nextInt(4) > 0;
            String error = !begun || draw.random.nextBoolean() ? draw.error() : null;
            next.add(new Outcome.NextOccurrence(one, timing, millis, error, begun));
        }
        acknowledge(saying, next, (task, run, now) -> {
            task.ended(now, run.error() != null, due(task, run, now));
            if (!run.begun()) {
                task.error = run.error();
                model.limits.giveBack(task.topic, run.delivery().number());
            } else if (run.error() != null) {
                task.failed(run.error());
            } else {
                task.forgetFailures();
            }
            task.neverDelivered();
            model.leave(task);
            model.delay(task, task.due);
        });
    }

    private static Span due(ModelTask task, Outcome.NextOccurrence run, Span now) {
        return switch (run.timing()) {
            case RATE -> {
                long due = task.due.from();
                long periods = Math.max(1, Math.floorDiv(now.from() - due, run.millis()) + 1);
                yield Span.at(due + periods * run.millis());
            }
            case DELAY -> now.plus(run.millis());
            case AT -> new Time(run.millis(), false).from(now);
        };
    }

    void bury(Consumer<String> saying) {
        List<Outcome.Dead> dead = draw.deliveries().stream().map(this::dead).toList();
        acknowledge(saying, dead, (task, outcome, now) -> {
            if (outcome.begun()) {
                task.failed(outcome.error());
            } else {
                task.takeBackAttempt();
                task.error = outcome.error();
                model.limits.giveBack(task.topic, outcome.delivery().number());
            }
            if (outcome.error() == null) {
                model.remove(task);
            } else {
                model.leave(task);
                model.move(task, TaskState.DEAD, now);
            }
        });
    }

    private Outcome.Dead dead(Delivery one) {
        boolean begun = draw.random.nextInt(4) > 0;
        return new Outcome.Dead(one, begun || draw.random.nextBoolean() ? draw.error() : null, begun);
    }

    void release(Consumer<String> saying) {
        List<Outcome.Released> released = draw.deliveries().stream()
                .map(one -> new Outcome.Released(one, draw.random.nextBoolean()))
                .toList();
        acknowledge(saying, released, (task, outcome, now) -> {
            if (!outcome.started()) {
                task.takeBackAttempt();
            }
            model.putBack(task, outcome.started());
        });
    }
}
