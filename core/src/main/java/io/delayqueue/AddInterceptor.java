package io.delayqueue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Intercepts every add of an engine's services, to measure it or to add headers to its tasks. Thread-safe. */
@FunctionalInterface
public interface AddInterceptor {

    /**
     * Begins an add. Called on the thread that adds, before anything is written or sent.
     *
     * @param tasks the tasks to add: one, or those of a bulk; not empty
     * @return the add; {@link Addition#end} is called on it
     * @throws RuntimeException reaches the caller; nothing has been added then
     */
    Addition begin(List<Task> tasks);

    /** An add under way. */
    interface Addition {

        /**
         * Returns the tasks to add: the same in the same order, possibly with more headers ({@link Task#withHeadersOf}).
         *
         * @return as many tasks, with the same ids
         */
        List<Task> tasks();

        /**
         * Ends the add. Called once; on another thread if the add is asynchronous. Must not throw.
         *
         * @param failure the exception that the caller receives, or null
         */
        void end(@Nullable Throwable failure);
    }
}
