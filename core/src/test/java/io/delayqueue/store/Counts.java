package io.delayqueue.store;

import io.delayqueue.TaskCounts;
import java.time.Duration;

/** Counts without what changes as time goes by, to be compared. */
public final class Counts {

    private Counts() {}

    /** The same, as if nothing was overdue. */
    public static TaskCounts still(TaskCounts counts) {
        return new TaskCounts(
                counts.topic(),
                counts.delayed(),
                counts.ready(),
                counts.reserved(),
                counts.dead(),
                counts.paused(),
                counts.heldUntil(),
                Duration.ZERO,
                counts.behind(),
                counts.retrying());
    }
}
