package io.delayqueue.web.live;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks a queue's store for what pages show, one call at a time, as the budget allows. */
final class Sampler {

    private static final long NOTHING_DUE = Duration.ofMillis(200).toNanos();

    private final DelayQueueEngine engine;

    private final CallBudget budget;

    private final Executor workers;

    private final QueueState state = new QueueState();

    private final StoreTrouble trouble = new StoreTrouble();

    /** What the store has answered, so it knows the script: each takes one call. */
    private final Set<Class<?>> answered = new HashSet<>();

    private @Nullable Ask next;

    private boolean asking;

    private long notBefore = System.nanoTime();

    Sampler(DelayQueueEngine engine, CallBudget budget, Executor workers) {
        this.engine = engine;
        this.budget = budget;
        this.workers = workers;
    }

    DelayQueueEngine engine() {
        return engine;
    }

    QueueState state() {
        return state;
    }

    StoreTrouble trouble() {
        return trouble;
    }

    /**
     * Asks the next if one is due and may be asked; does not wait for the answer.
     *
     * @param pages tells what pages show
     * @return whether something was asked
     */
    synchronized boolean tick(Supplier<Wanted> pages) {
        long now = System.nanoTime();
        if (asking || now - notBefore < 0 || !budget.hasRoom(now)) {
            return false;
        }
        Wanted wanted = pages.get();
        Ask ask = next != null ? next : state.next(wanted, now);
        next = ask;
        if (ask == null) {
            notBefore = now + NOTHING_DUE;
            return false;
        }
        int calls = answered.contains(ask.getClass()) ? 1 : 2;
        if (!budget.take(calls, now)) {
            return false;
        }
        next = null;
        asking = true;
        begin(ask, wanted, calls);
        return true;
    }

    private void begin(Ask ask, Wanted wanted, int calls) {
        trouble.asking();
        try {
            workers.execute(() -> ask(ask, wanted, calls));
        } catch (RejectedExecutionException e) {
            trouble.refused(ask, "There is no thread to ask the store with");
            ended(calls);
        }
    }

    private void ask(Ask ask, Wanted wanted, int calls) {
        try {
            perform(ask, wanted);
            answered(ask);
        } catch (TaskStoreUnavailableException e) {
            unanswered(e.getMessage());
        } catch (RuntimeException e) {
            trouble.refused(ask, String.valueOf(e.getMessage()));
        } finally {
            ended(calls);
        }
    }

    private void perform(Ask ask, Wanted wanted) {
        if (ask instanceof Ask.ForCounts counts) {
            state.counted(counts.group(), engine.service().countTasks(counts.group(), counts.topics()), Instant.now());
        } else if (ask instanceof Ask.ForInstances instances) {
            state.told(instances.group(), engine.inspector().instances(instances.group()), System.nanoTime());
        } else {
            state.registered(engine.register().topics(), wanted.topics());
        }
    }

    private synchronized void answered(Ask ask) {
        answered.add(ask.getClass());
        trouble.answered(ask);
    }

    private synchronized void unanswered(@Nullable String reason) {
        // It may be another server that answers next.
        answered.clear();
        trouble.unanswered(String.valueOf(reason));
    }

    private synchronized void ended(int calls) {
        long now = System.nanoTime();
        budget.give(calls, now);
        notBefore = now + trouble.pause();
        asking = false;
    }
}
