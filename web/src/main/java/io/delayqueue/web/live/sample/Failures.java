package io.delayqueue.web.live.sample;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.monitor.DeadLetterGroups;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Newest dead letters of a topic by their failures, or the reason why the store refuses to return them.
 *
 * @param groups completed at once, by groups or the refusal
 */
record Failures(CompletableFuture<DeadLetterGroups> groups) {

    /** Reads groups. Only an outage is thrown: a refusal concerns those who request them, not all pages. */
    static Failures read(Supplier<DeadLetterGroups> question) {
        try {
            return new Failures(CompletableFuture.completedFuture(question.get()));
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (DelayQueueException e) {
            return new Failures(CompletableFuture.failedFuture(e));
        }
    }
}
