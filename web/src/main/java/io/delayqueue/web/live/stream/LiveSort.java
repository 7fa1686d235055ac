package io.delayqueue.web.live.stream;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TaskCounts;
import io.delayqueue.web.live.sample.TopicRow;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Order of rows; equal rows are sorted by name. */
enum LiveSort {
    NAME(counts -> 0),
    /** By {@link Attention}, in one direction only. */
    ATTENTION(counts -> 0),
    DEAD(TaskCounts::dead),
    OVERDUE(counts -> counts.overdue().toMillis()),
    READY(TaskCounts::ready),
    DELAYED(TaskCounts::delayed),
    RESERVED(TaskCounts::reserved);

    private final ToLongFunction<TaskCounts> value;

    LiveSort(ToLongFunction<TaskCounts> value) {
        this.value = value;
    }

    /** Finds the order of a name in lower case. */
    static LiveSort of(String name) {
        for (LiveSort sort : values()) {
            if (sort.name().toLowerCase(Locale.ROOT).equals(name)) {
                return sort;
            }
        }
        throw InvalidTaskException.of(
                "sort", name, "must be name, attention, dead, overdue, ready, delayed or reserved");
    }

    Comparator<TopicRow> comparator(boolean descending) {
        if (this == NAME) {
            return descending ? TopicRow.BY_NAME.reversed() : TopicRow.BY_NAME;
        }
        // Topics without counts have the value 0.
        Comparator<TopicRow> byValue =
                Comparator.comparingLong(row -> row.counts() == null ? 0 : value.applyAsLong(row.counts()));
        return (descending ? byValue.reversed() : byValue).thenComparing(TopicRow.BY_NAME);
    }
}
