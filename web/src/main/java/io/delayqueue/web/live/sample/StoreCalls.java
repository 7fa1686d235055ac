package io.delayqueue.web.live.sample;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.web.live.sample.CountBatches.Batch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the store calls for a queue's samples, one at a time, as the budget allows. Topics of pages alternate with those that wait longest and with all other calls, so that none waits for ever. Every second call is
 * for topics of pages that were never counted while there are any. Half of the others are first samples, because rates have only the
 * work after them.
 *
 * <p>A result that a call does not complete is cancelled: a cache keeps its value then, and retries with its next reader.
 */
final class StoreCalls {

    enum Kind {
        REGISTRY,
        UNREGISTERED,
        INSTANCES,
        COUNTS,
        TIME,
        FAILURES,
        WORK
    }

    private enum Quota {
        ALL_TOPICS,
        SHOWN_TOPICS,
        ALL_TOPICS_AGAIN,
        OTHERS
    }

    /** Ranks of calls other than counts. */
    enum Rank {
        /** Precedes the next rank. */
        SHOWN_FIRST_SAMPLE,
        /** Alternates with all other calls. */
        FIRST_SAMPLE,
        /** Precedes the next rank two times of three. */
        SOON,
        LATER
    }

    private final CountBatches batches;

    private final Predicate<TopicName> shown;

    private final StoreHealth health;

    private final CallBudget budget;

    private final Consumer<Runnable> threads;

    private final Deque<Call> firstSamples = new ArrayDeque<>();

    private final Queue<Call> soon = new ArrayDeque<>();

    private final Queue<Call> later = new ArrayDeque<>();

    /** Kinds of calls whose script the store has: each costs one call. */
    private final Set<Kind> answered = EnumSet.noneOf(Kind.class);

    private @Nullable Call next;

    private int quota;

    private boolean firstCountMade;

    private boolean firstSampleMade;

    private int madeOfOthers;

    private boolean underWay;

    private long notBefore = System.nanoTime();

    /**
     * Creates the calls of a store.
     *
     * @param batches the topics to count
     * @param shown finds the topics of pages
     * @param threads the threads of the calls
     */
    StoreCalls(
            CountBatches batches,
            Predicate<TopicName> shown,
            StoreHealth health,
            CallBudget budget,
            Consumer<Runnable> threads) {
        this.batches = batches;
        this.shown = shown;
        this.health = health;
        this.budget = budget;
        this.threads = threads;
    }

    /**
     * Call of the store.
     *
     * @param body makes the call, and completes its results
     * @param cancel cancels the results that the body did not complete
     */
    private record Call(Kind kind, Runnable body, Runnable cancel) {}

    /**
     * Requests a call.
     *
     * @return the result
     */
    synchronized <T> CompletableFuture<T> ask(Kind kind, Rank rank, Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Call call = new Call(kind, () -> answer.complete(question.get()), () -> answer.cancel(false));
        switch (rank) {
            case SHOWN_FIRST_SAMPLE -> firstSamples.addFirst(call);
            case FIRST_SAMPLE -> firstSamples.add(call);
            case SOON -> soon.add(call);
            case LATER -> later.add(call);
        }
        return answer;
    }

    /** Requests the counts of a topic. */
    CompletableFuture<TopicForecast> count(TopicName topic) {
        return batches.request(topic);
    }

    /** Requests the first counts of a topic. */
    CompletableFuture<TopicForecast> countFirst(TopicName topic) {
        return batches.requestFirst(topic);
    }

    /**
     * Makes the next call if there is one and it is allowed; does not wait for the result.
     *
     * @return whether a call was made
     */
    synchronized boolean tick() {
        if (underWay || System.nanoTime() - notBefore < 0) {
            return false;
        }
        next = next != null ? next : pick();
        Call call = next;
        if (call == null) {
            return false;
        }
        int calls = answered.contains(call.kind()) ? 1 : 2;
        if (!budget.tryTake(calls)) {
            return false;
        }
        health.calling();
        next = null;
        underWay = true;
        try {
            threads.accept(() -> make(call, calls));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            next = call;
            health.refused(call.kind(), "There is no free thread for a call of the store");
            ended(calls);
        }
        return true;
    }

    private @Nullable Call pick() {
        Call awaited = firstCountMade ? null : call(batches.nextFirst(shown));
        firstCountMade = awaited != null;
        return awaited != null ? awaited : pickUnawaited();
    }

    private @Nullable Call pickUnawaited() {
        Call first = firstSampleMade ? null : firstSamples.poll();
        Call call = first != null ? first : pickOther();
        firstSampleMade = first != null;
        return call != null ? call : firstSamples.poll();
    }

    private @Nullable Call pickOther() {
        for (int i = 0; i < Quota.values().length; i++) {
            Quota turn = Quota.values()[quota];
            quota = (quota + 1) % Quota.values().length;
            Call call =
                    switch (turn) {
                        case ALL_TOPICS, ALL_TOPICS_AGAIN -> counts(topic -> true);
                        case SHOWN_TOPICS -> counts(shown);
                        case OTHERS -> other();
                    };
            if (call != null) {
                return call;
            }
        }
        return null;
    }

    private @Nullable Call other() {
        boolean last = ++madeOfOthers % 3 == 0;
        Call call = (last ? later : soon).poll();
        return call != null ? call : (last ? soon : later).poll();
    }

    private @Nullable Call counts(Predicate<TopicName> wanted) {
        return call(batches.next(wanted));
    }

    private static @Nullable Call call(@Nullable Batch batch) {
        return batch == null ? null : new Call(Kind.COUNTS, batch::count, batch::end);
    }

    private void make(Call call, int calls) {
        try {
            call.body().run();
            answered(call.kind());
        } catch (TaskStoreUnavailableException e) {
            unanswered(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            health.refused(call.kind(), String.valueOf(e.getMessage()));
        } finally {
            call.cancel().run();
            ended(calls);
        }
    }

    private synchronized void answered(Kind kind) {
        answered.add(kind);
        health.answered(kind);
    }

    private synchronized void unanswered(String reason) {
        // Another server may answer the next call.
        answered.clear();
        health.unanswered(reason);
    }

    private synchronized void ended(int calls) {
        budget.ended(calls);
        notBefore = System.nanoTime() + health.pause();
        underWay = false;
    }
}
