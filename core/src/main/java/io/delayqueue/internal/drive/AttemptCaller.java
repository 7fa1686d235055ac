package io.delayqueue.internal.drive;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.monitor.TaskOutcome;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls the callback of one attempt, on a thread of its own or within another callback. */
public interface AttemptCaller {

    /** Calls callbacks on threads of their own. */
    AttemptCaller ON_THREADS = Thread::interrupt;

    int MAX_FRAMES = 50;

    /**
     * Adds what surrounds the callback outside and within the application's interceptors. Not called for a task that cannot be read.
     *
     * @param own the application's interceptors, the first outermost
     * @return all interceptors of this attempt
     */
    default List<TaskInterceptor> around(List<TaskInterceptor> own) {
        return own;
    }

    /**
     * Adds a task to the batch that this calls, before the batch begins. Not called outside of batches.
     *
     * @param task the attempt of a task in the list
     * @return receives the failure and the end of this attempt
     */
    default AttemptCaller with(AttemptedTask task) {
        return this;
    }

    /**
     * Interrupts the callback. Called once at most, and not after the attempt's end.
     *
     * @param thread the thread that runs it
     */
    void interrupt(Thread thread);

    /** Clears an interruption that the callback has not consumed: it must not reach the next one. */
    default void clearInterruption() {
        Thread.interrupted();
    }

    /**
     * Receives why the callback failed. The engine does not keep it: outcomes wait as long as the store does not answer, by the thousand.
     *
     * @param failure what it threw, or what ended it
     */
    default void failed(Throwable failure) {}

    /**
     * Receives progress that the callback reports.
     *
     * @param progress the progress
     */
    default void progressed(Progress progress) {}

    /**
     * The attempt has been made, or its work goes on without a thread; called before the store knows of its outcome.
     *
     * @throws Error to discard the outcome, and to end the step in which the callback was called with this
     */
    default void returned() {}

    /**
     * Asks whether the callback could answer an interruption now: no other one that began later still runs on the same thread. One that could
     * not has failed when its time is over, without being waited for.
     *
     * @return whether it could
     */
    default boolean canAnswer() {
        return true;
    }

    /**
     * Asks whether the callback would have gone on by now, were it not for those that began later and still run on the same thread. As long as it
     * would, its time to run stands still.
     *
     * @return whether it would
     */
    default boolean isPaused() {
        return false;
    }

    /**
     * Returns the stack of the callback.
     *
     * @param thread the thread that runs it
     * @return the stack
     */
    default Throwable stack(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
        Throwable stack = new Throwable("the callback on thread " + thread.getName() + " now");
        stack.setStackTrace(Arrays.copyOf(frames, Math.min(frames.length, MAX_FRAMES)));
        return stack;
    }

    /**
     * The attempt has ended. Called once.
     *
     * @param outcome what the store has made of it; null if it took no outcome of this attempt
     */
    default void ended(@Nullable TaskOutcome outcome) {}

    /** The instance has crashed: the callback is interrupted if it still runs, and the store never learns how it ended. */
    default void crashed() {}
}
