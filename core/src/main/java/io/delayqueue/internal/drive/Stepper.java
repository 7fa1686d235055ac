package io.delayqueue.internal.drive;

import io.delayqueue.TaskInvocation;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.monitor.TaskOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Watches an engine that is {@linkplain DelayQueueEngineBuilder#stepwise stepped}, and stands around its callbacks. */
@FunctionalInterface
public interface Stepper {

    /**
     * A task was taken.
     *
     * @param call which one
     * @return what is told how it goes on
     */
    Attempt begin(Call call);

    /** An attempt of a task as the engine knows it. */
    interface Call {

        /** {@return the task's topic} */
        TopicName topic();

        /** {@return its id} */
        String id();

        /** {@return which attempt it is, from 1} */
        int attempt();

        /**
         * Asks whether the callback was interrupted since this was asked last: its time to run is over, the instance crashed or the
         * engine stops. Whoever makes it wait then throws an {@link InterruptedException}.
         *
         * @return whether it was
         */
        boolean interrupted();

        /**
         * The callback was {@linkplain Attempt#isHeldUp held up}. Its deadline moves on by that.
         *
         * @param length how long
         */
        void heldUp(Duration length);
    }

    /** Hears of one attempt. */
    interface Attempt {

        /**
         * Makes the attempt: the outermost of all that stand around the callback. Not called for a task that cannot be read.
         *
         * @param invocation the interceptors and the callback within
         * @throws Exception to fail the attempt
         */
        default void attempt(TaskInvocation invocation) throws Exception {
            invocation.proceed();
        }

        /**
         * Calls the callback: the innermost of all that stand around it. Called as often as they
         * {@linkplain TaskInvocation#proceed proceed}.
         *
         * @param invocation the callback
         * @throws Exception to fail the attempt
         */
        default void call(TaskInvocation invocation) throws Exception {
            invocation.proceed();
        }

        /**
         * The attempt has been made; called before the store knows of its outcome.
         *
         * @throws Error to leave the outcome untold, and to have {@link EngineSteps#deliver} throw this: something has gone wrong with a step
         *     that was made within the attempt, whatever the callback made of it
         */
        default void returned() {}

        /**
         * Asks whether the callback could answer an interruption now: none has begun since that still runs, on the same thread. One that
         * could not has failed when its time is over, without being waited for.
         *
         * @return whether it could
         */
        default boolean isInnermost() {
            return true;
        }

        /**
         * Asks whether the callback would have gone on by now, but for those that have begun since and still run, on the same thread.
         * As long as it would, its time to run stands still.
         *
         * @return whether it would
         */
        default boolean isHeldUp() {
            return false;
        }

        /**
         * The attempt has ended. Called once.
         *
         * @param outcome what the store has made of it; null if it took no outcome of this attempt
         * @param failure why it failed; null if it did not
         */
        default void ended(@Nullable TaskOutcome outcome, @Nullable Throwable failure) {}
    }
}
