package io.delayqueue.web.live.sample;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskStoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Answer of the store to a single question, or the reason why the store refuses it.
 *
 * @param <T> the type of the result
 * @param result completed at once, by the result or the refusal
 */
record SharedAnswer<T>(CompletableFuture<T> result) {

    /** Calls the store. Only an outage is thrown: a refusal concerns those who ask, not all pages. */
    static <T> SharedAnswer<T> read(Supplier<T> question) {
        try {
            return new SharedAnswer<>(CompletableFuture.completedFuture(question.get()));
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (DelayQueueException e) {
            return new SharedAnswer<>(CompletableFuture.failedFuture(e));
        }
    }
}
