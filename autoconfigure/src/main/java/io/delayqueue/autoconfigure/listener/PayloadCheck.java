package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.Nullable;

/** Checks a payload before its callback runs. */
@FunctionalInterface
interface PayloadCheck {

    /**
     * Checks a payload.
     *
     * @throws io.delayqueue.RejectTaskException if it breaks a rule
     */
    void check(@Nullable Object payload);
}
