package io.delayqueue.web.live;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks a queue's store for what pages show, one call at a time, as the budget allows. */
final class Sampler {

    private static final long NOTHING_DUE = Duration.ofMillis(200).toNanos();

    private final DelayQueueEngine engine;

    private final CallBudget budget;

    private final LiveThreads threads;

    private final QueueState state = new QueueState();

    private final StoreTrouble trouble = new StoreTrouble();

    /** What the store has answered, so it knows the script: each takes one call. */
    private final Set<Ask.Kind> answered = EnumSet.noneOf(Ask.Kind.class);

    private @Nullable Ask next;

    private boolean asking;

    private long notBefore = System.nanoTime();

    Sampler(DelayQueueEngine engine, CallBudget budget, LiveThreads threads) {
        this.engine = engine;
        this.budget = budget;
        this.threads = threads;
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
        int calls = answered.contains(ask.kind()) ? 1 : 2;
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
            threads.run(() -> ask(ask, wanted, calls));
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
        switch (ask.kind()) {
            case REGISTER -> state.registered(engine.register().topics(), wanted.topics());
            case INSTANCES -> state.told(ask.group(), engine.inspector().instances(ask.group()), System.nanoTime());
            case COUNTS -> {
                List<TaskCounts> counts = engine.service().countTasks(ask.group(), ask.topics());
                Instant at = state.clock().now(System.nanoTime());
                state.counted(ask.group(), counts, at != null ? at : Instant.now());
            }
            case TIME -> {
                long asked = System.nanoTime();
                state.clock().set(engine.inspector().storeTime(ask.group()), asked, System.nanoTime());
            }
        }
    }

    private synchronized void answered(Ask ask) {
        answered.add(ask.kind());
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
