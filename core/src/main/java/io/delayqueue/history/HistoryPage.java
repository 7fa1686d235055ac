package io.delayqueue.history;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page of a search in a history.
 *
 * @param records the records, the newest first; may be fewer than the limit, even none, although more follow
 * @param cursor the cursor of the next page; null if everything was searched. It stays valid while records are written
 * @param searchedTo the time down to which the history was searched, if there is a cursor; null if no record was reached
 */
public record HistoryPage(
        List<TaskRecord> records,
        @Nullable String cursor,
        @Nullable Instant searchedTo) {

    /** Copies the list. */
    public HistoryPage {
        records = List.copyOf(records);
    }
}
