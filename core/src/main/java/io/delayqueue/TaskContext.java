package io.delayqueue;

import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Context of one attempt of a task, beside its payload. */
public interface TaskContext extends Task.Delivery {

    /** {@return the topic the task is in} */
    String topic();

    /**
     * {@return the number of this attempt, from 1; an attempt that ended in a crash counts, and so does one by an instance that could not
     * read the task}
     */
    int attempt();

    /**
     * {@return the number of attempts after which the task becomes a dead letter; {@link Integer#MAX_VALUE} if only the age of retries is
     * limited}
     */
    int maxAttempts();

    /**
     * Returns the time at which this attempt is interrupted and fails. {@link #touch} extends it.
     *
     * @return the end of the time to run, by this machine's clock, or null if the task has no such limit
     */
    @Nullable
    Instant deadline();

    /**
     * Returns whether the outcome of this attempt is discarded: the task was removed or replaced, or its lease has ended in an
     * outage and another instance may have it, or the engine has given the attempt up. The first two are known at the next renewal of
     * the lease at the latest, so after a third of the lease while the store answers. A removal also interrupts the callback, unless
     * its message is lost or the callback made it on its own thread; it cancels the work of an asynchronous callback, also if the work
     * made it. A replacement does not. A long callback can check this repeatedly, and stop.
     *
     * @return whether it is known that the outcome will be discarded
     */
    boolean isCancelled();

    /**
     * Restarts the time to run, so that a long callback that makes progress is not interrupted, and moves {@link #deadline}. Any
     * thread may call it, at any rate: it makes no call of the store.
     *
     * <p>Without effect if the task has no time to run, or if it is over: the attempt is interrupted, and {@link #deadline} stays
     * in the past.
     */
    void touch();

    /**
     * Reports how far this attempt is, in place of what was reported before. Any thread may call this, at any rate: it makes no call
     * of the store. The heartbeats of the instance carry the progress until the attempt has ended, of the 20 tasks of the group that
     * reported last: 2 seconds after a report at most while heartbeats are being read, as by an open page of a dashboard, else 10.
     *
     * @param done how much is done, not negative
     * @param total of how much, not negative; 0 if that is unknown
     * @param text a few words, cut after 80 characters; null for none
     * @throws InvalidTaskException if a number is negative; what was reported before stays
     * @see io.delayqueue.monitor.DelayQueueInspector#progress
     */
    void progress(long done, long total, @Nullable String text);

    /**
     * Makes the callback asynchronous: the attempt ends when the work does, not when the callback returns. Its failure is then that
     * of the work. Until then the lease is renewed, and the attempt occupies one of the topic's concurrency slots, but no thread. The
     * end of the time to run, the removal of the task and a stop of the engine cancel the future of the work; a result that comes
     * later has no effect.
     *
     * <p>The cancellation of a future does not reach the stages that it depends on: the source of a
     * {@link CompletionStage#thenApply thenApply}, or of {@link java.util.concurrent.CompletableFuture#minimalCompletionStage}, continues
     * its work, and only its result has no effect.
     *
     * <p>Called by the callback, or by an interceptor, before it returns. If it throws afterwards the attempt fails at once, and the
     * work is cancelled.
     *
     * @param work the work; its {@link CompletionStage#toCompletableFuture} is cancelled if need be
     * @throws IllegalStateException if the attempt has other work to wait for, or the callback has returned
     * @throws UnsupportedOperationException if the stage has no future
     */
    void completeWith(CompletionStage<?> work);

    /**
     * Sets the result of the task, in place of the former one: its record in the {@linkplain io.delayqueue.history history} of the topic has
     * the result as JSON, or only the size of more than 4 KB, if this attempt finishes the task. It is written now, by the mapper of payloads;
     * what cannot be written is logged and left out. In a batch each task has the result of its own context. Without effect if the topic has
     * no history.
     *
     * @param result the result; null for none
     */
    void result(@Nullable Object result);

    /**
     * Sets what the callback returns, as {@link #result}, if the rule of the history {@linkplain io.delayqueue.history.HistoryRule#result keeps}
     * returned values and no result is set. Without effect in a batch. Called for listener methods, and for the value of
     * {@linkplain #completeWith work}. The default implementation does nothing, for contexts of tests.
     *
     * @param value the value; null for none
     */
    default void returned(@Nullable Object value) {}

    /**
     * Sets the id of the trace that this attempt belongs to, for the record of the task in the {@linkplain io.delayqueue.history history} of its
     * topic. Called by an interceptor that traces attempts, as the one of the Spring Boot starter does. The default implementation does nothing,
     * for contexts of tests.
     *
     * @param traceId the id
     */
    default void traced(String traceId) {}
}
