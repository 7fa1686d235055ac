package io.delayqueue.internal.add;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.internal.add.GroupCommit.Batch;
import io.delayqueue.internal.add.GroupCommit.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of batches, and completes each of their requests. A call that the store refuses is taken apart: the requests of
 * each topic are sent again in a call of their own.
 *
 * @param call makes a call; returns the results of the first requests, at least one, in their order
 * @param topic the topic of a request
 * @param leaveRoom gives back the room of an asynchronous request; allocates nothing
 */
record BatchCalls<E, R>(Function<List<E>, List<R>> call, Function<E, String> topic, Consumer<E> leaveRoom) {

    /** Pause of a thread that has to go on and lacks memory. */
    static final long PAUSE = MILLISECONDS.toNanos(10);

    /** Sends and completes requests of a batch. Returns the failure of a call without an answer: no further call is made then. */
    @Nullable
    Throwable send(Batch<E, R> batch, List<Entry<E, R>> entries) {
        List<Entry<E, R>> left = entries;
        Throwable failure = null;
        while (failure == null && !left.isEmpty()) {
            try {
                List<R> results = call(batch, left);
                List<Entry<E, R>> answered = left;
                left = results.size() == left.size() ? List.of() : left.subList(results.size(), left.size());
                complete(answered, results);
            } catch (Throwable e) {
                failure = e;
            }
        }
        if (failure == null) {
            return null;
        }
        List<List<Entry<E, R>>> topics = isRefusal(failure) ? byTopic(left) : List.of();
        if (topics.size() > 1) {
            return sendApart(batch, topics);
        }
        fail(left, failure);
        return isUnanswered(failure) ? failure : null;
    }

    private List<R> call(Batch<E, R> batch, List<Entry<E, R>> entries) {
        batch.calls = batch.calls + 1;
        List<R> results =
                call.apply(entries.stream().map(entry -> entry.request).toList());
        if (results.isEmpty() || results.size() > entries.size()) {
            throw new IllegalStateException(results.size() + " results for " + entries.size() + " requests");
        }
        return results;
    }

    /** Returns requests by their topics, those of a topic in their order; nothing if memory runs out. */
    private List<List<Entry<E, R>>> byTopic(List<Entry<E, R>> entries) {
        try {
            Map<String, List<Entry<E, R>>> topics = entries.stream()
                    .collect(groupingBy(entry -> topic.apply(entry.request), LinkedHashMap::new, toList()));
            return new ArrayList<>(topics.values());
        } catch (OutOfMemoryError e) {
            return List.of();
        }
    }

    private @Nullable Throwable sendApart(Batch<E, R> batch, List<List<Entry<E, R>>> topics) {
        Throwable unanswered = null;
        for (int i = 0; i < topics.size(); i++) {
            if (unanswered == null) {
                unanswered = send(batch, topics.get(i));
            } else {
                fail(topics.get(i), notSent(unanswered));
            }
        }
        return unanswered;
    }

    private void complete(List<Entry<E, R>> entries, List<R> results) {
        for (int i = 0; i < results.size(); i++) {
            Entry<E, R> entry = entries.get(i);
            answered(entry);
            R result = null;
            Throwable failure = null;
            try {
                result = results.get(i);
            } catch (Throwable e) {
                failure = e;
            }
            complete(entry.result, result, failure);
        }
    }

    private void fail(List<Entry<E, R>> entries, Throwable failure) {
        for (int i = 0; i < entries.size(); i++) {
            fail(entries.get(i), failure);
        }
    }

    void fail(Entry<E, R> entry, Throwable failure) {
        answered(entry);
        complete(entry.result, null, failure);
    }

    /** Gives back the room of an asynchronous request. Allocates nothing: a room that is not given back stays lost. */
    private void answered(Entry<E, R> entry) {
        if (!entry.awaited) {
            leaveRoom.accept(entry.request);
        }
    }

    /** Completes a future, and all that depends on it. If memory runs out meanwhile, it goes on when there is some. */
    static <T> void complete(CompletableFuture<T> future, @Nullable T result, @Nullable Throwable failure) {
        for (boolean complete = false; !complete; ) {
            try {
                if (failure == null) {
                    future.complete(result);
                } else {
                    future.completeExceptionally(new CompletionException(failure));
                }
                complete = true;
            } catch (Throwable e) {
                // Each further call reaches more of what depends on the future.
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    /** Returns the failure of a request for which there is no call after one without an answer. */
    static Throwable notSent(Throwable unanswered) {
        try {
            String message = "Not sent, because the call before it failed: " + unanswered.getMessage();
            return unanswered instanceof TaskStoreRefusalException
                    ? new TaskStoreRefusalException(message, unanswered)
                    : new TaskStoreUnavailableException(message, unanswered);
        } catch (OutOfMemoryError e) {
            return unanswered;
        }
    }

    /** Copies the failure of a call, which several callers may have shared, with the stack of this caller. */
    static RuntimeException here(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof TaskNotReplicatedException unconfirmed) {
            return new TaskNotReplicatedException(message, unconfirmed.confirmed(), unconfirmed.required(), failure);
        }
        if (failure instanceof TaskStoreRefusalException) {
            return new TaskStoreRefusalException(message, failure);
        }
        if (failure instanceof TaskStoreUnavailableException) {
            return new TaskStoreUnavailableException(message, failure);
        }
        if (failure instanceof TaskStoreException) {
            return new TaskStoreException(message, failure);
        }
        return new DelayQueueException("The store could not be called: " + failure, failure);
    }

    /** Whether the store answered that it has not executed the call. */
    private static boolean isRefusal(Throwable failure) {
        return failure instanceof TaskStoreException && !(failure instanceof TaskStoreUnavailableException);
    }

    /** Whether the store did not answer, or refuses all calls. A confirmation by too few replicas is an answer, unless their number is unknown. */
    private static boolean isUnanswered(Throwable failure) {
        return failure instanceof TaskNotReplicatedException
                ? failure.getCause() instanceof TaskStoreUnavailableException
                : failure instanceof TaskStoreUnavailableException;
    }
}
