package io.delayqueue.transaction;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operators' view of the outbox of one queue in one database, and their decisions about its refused changes. A refused change stays until
 * it is retried or discarded. A decision applies only to changes that are still refused: one that is repeated, or made in two instances at
 * once, takes effect once. Thread-safe.
 *
 * <p>All calls but {@link #dataSource} throw Spring's {@code DataAccessException} or {@code TransactionException} if the database fails.
 * Whether a decision took effect is unknown then, and it can be repeated.
 */
public interface OutboxOperations {

    /** Maximum number of changes of a page, and of names of a decision. */
    int MAX_PAGE = 500;

    /**
     * What is in the outbox.
     *
     * @param rows the number of changes that wait
     * @param refused the number of changes that are refused
     * @param oldest the age of the oldest change that waits, zero if there is none
     */
    record Depth(long rows, long refused, Duration oldest) {}

    /**
     * A refused change, without a payload.
     *
     * @param name the name of the change, which no other has
     * @param group the group of the task
     * @param id the id of the task
     * @param topic the topic of the task to add; null if the change is a removal or a reschedule
     * @param recordedAt the time of the transaction, by the clock of the database
     * @param reason the reason of the refusal
     */
    record Refused(
            String name, String group, String id, @Nullable String topic, Instant recordedAt, String reason) {}

    /**
     * Refused changes in the order in which they were recorded.
     *
     * @param changes the changes, which can be fewer than asked for, even none, before the last page
     * @param cursor the cursor of the next page, null on the last one
     */
    record Page(List<Refused> changes, @Nullable Long cursor) {}

    /** {@return the bean name of the data source} */
    String dataSource();

    /** {@return what is in the outbox} Counts all its rows, which takes 0.5 to 2 s for a million. */
    Depth depth();

    /**
     * Lists refused changes. Examines 100,000 rows of the table at most.
     *
     * @param after the cursor of the page before, 0 for the first page
     * @param limit the maximum number of changes, from 1 to {@value #MAX_PAGE}
     * @return the page
     */
    Page refused(long after, int limit);

    /**
     * Lets the next sweep try changes again.
     *
     * @param names the names of at most {@value #MAX_PAGE} changes
     * @return the number of those that were refused
     */
    int retry(Collection<String> names);

    /**
     * Deletes changes, which are never made.
     *
     * @param names the names of at most {@value #MAX_PAGE} changes
     * @return the number of those that were refused
     */
    int discard(Collection<String> names);
}
