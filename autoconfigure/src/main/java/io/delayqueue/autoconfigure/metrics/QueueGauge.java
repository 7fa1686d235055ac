package io.delayqueue.autoconfigure.metrics;

import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Gauges of a queue. */
enum QueueGauge {
    TASKS("tasks", "tasks", "Tasks by state"),
    OVERDUE("overdue", "seconds", "For how long the oldest ready task has been due", Math::max),
    PAUSED("paused", null, "Whether the topic is paused"),
    BEHIND("tasks.behind", null, "Ready tasks that wait for another one of their key"),
    RETRYING("tasks.retrying", null, "Tasks that wait for another attempt, are ready for it or run"),
    DUE("tasks.due", null, "Delayed tasks that fall due within a window from now"),
    HISTORY_BYTES("history.bytes", "bytes", "Size of the records of ended tasks"),
    HISTORY_NOT_KEPT(
            "history.not.kept",
            null,
            "Records of ended tasks that the store could not keep, until the history is cleared"),
    TASKS_BLOCKED("tasks.blocked", null, "Ready tasks that a pause, a hold, a limit, their key or a batch lets wait"),
    LIMIT_RUNNING("limit.running", null, "Leased tasks of the topics of a limit"),
    LIMIT_WAITING("limit.waiting", null, "Ready tasks of the topics of a limit"),
    LIMIT_CONCURRENCY("limit.concurrency", null, "How many tasks of the topics of a limit may run at once"),
    LIMIT_HELD("limit.held", null, "Whether a limit is held"),
    FREE("permits.free", null, "How many more callbacks could run"),
    MAX("permits.max", null, "How many callbacks may run at once"),
    BLOCKED("blocked", "seconds", "For how long no callback has ended while none could begin", Math::max),
    PUSHER("pusher", null, "Whether it is this instance that makes the group's due tasks ready"),
    OUTAGE("outage", "seconds", "For how long the store has not answered"),
    UNREGISTERED("topics.unregistered", null, "Unregistered topics with tasks");

    final String meter;

    final @Nullable String unit;

    final String description;

    /** Makes one value of those of topics, or groups, that share their tags. */
    final DoubleBinaryOperator merging;

    QueueGauge(String name, @Nullable String unit, String description) {
        this(name, unit, description, Double::sum);
    }

    QueueGauge(String name, @Nullable String unit, String description, DoubleBinaryOperator merging) {
        this.meter = "delayqueue." + name;
        this.unit = unit;
        this.description = description;
        this.merging = merging;
    }
}
