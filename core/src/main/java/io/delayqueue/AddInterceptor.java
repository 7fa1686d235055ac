package io.delayqueue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands around every add of an engine's services: to measure it, or to give tasks headers that travel to their callbacks.
 * Thread-safe.
 */
@FunctionalInterface
public interface AddInterceptor {

    /**
     * An add begins. Called on the thread that adds, before anything is written or sent.
     *
     * @param tasks what is to be added: one task, or those of a bulk; not empty
     * @return the add, whose end will be told
     * @throws RuntimeException reaches the caller; nothing has been added then
     */
    Addition begin(List<Task> tasks);

    /** An add under way. */
    interface Addition {

        /**
         * What to add instead: the same tasks in the same order, perhaps with more headers
         * ({@link Task#withHeadersOf}).
         *
         * @return as many tasks, with the same ids
         */
        List<Task> tasks();

        /**
         * The add is over. Called once; after an asynchronous add on another thread. Must not throw.
         *
         * @param failure what the caller gets instead of a result, or null
         */
        void end(@Nullable Throwable failure);
    }
}
