package io.delayqueue.history;

import static io.delayqueue.InvalidTaskException.require;

import io.delayqueue.Tag;
import io.delayqueue.Task;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Search in a history, as in {@code HistoryQuery.ALL.tag(Tag.parse("order=42")).outcome(RecordedOutcome.DEAD)}. A record has to match everything that is
 * set. The store searches by the first of id, tag, key and outcome that is set; if none is, or only {@link RecordedOutcome#FINISHED}, it reads one record after the
 * other.
 *
 * @param id the id of the task; null for any
 * @param tag a tag of the task; null for any
 * @param key the key of the task; null for any
 * @param outcome the outcome; null for any
 * @param before the time before which the task has ended; null for any
 * @param cursor {@link HistoryPage#cursor} of the page before; null to begin with the newest record
 * @param limit maximum number of records, from 1 to {@link #MAX_PAGE}
 */
public record HistoryQuery(
        @Nullable String id,
        @Nullable Tag tag,
        @Nullable String key,
        @Nullable RecordedOutcome outcome,
        @Nullable Instant before,
        @Nullable String cursor,
        int limit) {

    /** Maximum number of records of a page. */
    public static final int MAX_PAGE = 100;

    /** All records, 50 a page. */
    public static final HistoryQuery ALL = new HistoryQuery(null, null, null, null, null, null, 50);

    /**
     * Checks the values.
     *
     * @throws io.delayqueue.InvalidTaskException if an id, a key, the time or the limit breaks its rule
     */
    public HistoryQuery {
        if (id != null && !id.equals(TaskRecord.ALL)) {
            Task.requireId(id);
        }
        if (key != null) {
            Task.requireKey(key);
        }
        if (before != null) {
            Task.requireInstant("before", before);
        }
        require(limit >= 1 && limit <= MAX_PAGE, "limit", limit, "must be from 1 to " + MAX_PAGE);
    }

    /** {@return a copy with an id, {@link TaskRecord#ALL} too} */
    public HistoryQuery id(@Nullable String value) {
        return new HistoryQuery(value, tag, key, outcome, before, cursor, limit);
    }

    /** {@return a copy with a tag} */
    public HistoryQuery tag(@Nullable Tag value) {
        return new HistoryQuery(id, value, key, outcome, before, cursor, limit);
    }

    /** {@return a copy with a key} */
    public HistoryQuery key(@Nullable String value) {
        return new HistoryQuery(id, tag, value, outcome, before, cursor, limit);
    }

    /** {@return a copy with an outcome} */
    public HistoryQuery outcome(@Nullable RecordedOutcome value) {
        return new HistoryQuery(id, tag, key, value, before, cursor, limit);
    }

    /** {@return a copy with a time before which the task has ended} */
    public HistoryQuery before(@Nullable Instant value) {
        return new HistoryQuery(id, tag, key, outcome, value, cursor, limit);
    }

    /** {@return a copy that begins at a cursor} */
    public HistoryQuery from(@Nullable String value) {
        return new HistoryQuery(id, tag, key, outcome, before, value, limit);
    }

    /** {@return a copy with a limit} */
    public HistoryQuery limit(int value) {
        return new HistoryQuery(id, tag, key, outcome, before, cursor, value);
    }
}
