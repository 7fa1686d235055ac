package io.delayqueue.callback;

import io.delayqueue.DeadReason;
import io.delayqueue.TaskBuilder;

/** Fate of a task that has not begun by its {@linkplain TaskBuilder#notAfter last time to begin}. */
public enum WhenExpired {
    /** It becomes a dead letter with the reason {@link DeadReason#EXPIRED}. */
    BURY,
    /** It is removed. */
    DROP
}
