package io.delayqueue.history;

import io.delayqueue.Tag;
import java.util.Optional;

/**
 * History of a topic: the records of its tasks that have ended. A topic without a {@linkplain HistoryRule rule} has none, and keeps those that were
 * written before until their maximum age. Methods throw {@link io.delayqueue.TaskStoreUnavailableException} if the store does not answer in time, and
 * {@link io.delayqueue.TaskStoreException} if the store refuses the call. Thread-safe.
 */
public interface TopicHistory {

    /**
     * Finds the newest record of a task. Searches the whole history if there is none, which costs a call of some tenths of a millisecond for each
     * megabyte. That a task waits or runs is not in the history: {@code DelayQueueService.findTask} says that.
     *
     * @param id the id
     * @return the record; empty if the task has not ended, or its record is not kept any more
     * @throws io.delayqueue.InvalidTaskException if the id breaks the rule
     */
    Optional<TaskRecord> find(String id);

    /**
     * Lists records, the newest first: those that were written before the call. At most some 20 calls of the store of some tenths of a millisecond each, so a
     * page may have a cursor and no records.
     *
     * @param query the search
     * @return the page
     * @throws io.delayqueue.InvalidTaskException if no page can have returned the cursor
     */
    HistoryPage list(HistoryQuery query);

    /**
     * Counts the records. Two calls of the store, whatever the number of records.
     *
     * @return the numbers
     */
    HistoryCounts counts();

    /**
     * Forgets the records of a task: nothing of them is left in the memory of the store. Files to which the store has written them, such as
     * append-only files and backups, keep them. The {@linkplain #counts counts} stay. After a failure some records may be forgotten, and the call can
     * be repeated.
     *
     * @param id the id
     * @return the number of records; fewer if a reply of the store was lost
     * @throws io.delayqueue.InvalidTaskException if the id breaks the rule
     */
    int forget(String id);

    /**
     * Forgets the records of all tasks with a tag, as {@link #forget(String)} does.
     *
     * @param tag the tag
     * @return the number of records; fewer if a reply of the store was lost
     */
    int forget(Tag tag);

    /**
     * Forgets the records of all tasks with a key, as {@link #forget(String)} does.
     *
     * @param key the key
     * @return the number of records; fewer if a reply of the store was lost
     * @throws io.delayqueue.InvalidTaskException if the key breaks the rule
     */
    int forgetKey(String key);

    /** Removes all records and their numbers; new ones are written. */
    default void clear() {
        clear(false);
    }

    /**
     * Removes all records and their numbers.
     *
     * @param off whether no new ones are written, until an instance that declares the history writes its rule again, at its start or within ten
     *     seconds
     */
    void clear(boolean off);
}
