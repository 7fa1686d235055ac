package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.Nullable;

/** Looks at a payload before the callback gets it. */
@FunctionalInterface
interface PayloadCheck {

    /**
     * Lets a payload pass, or not.
     *
     * @throws io.delayqueue.RejectTaskException if it breaks a rule
     */
    void check(@Nullable Object payload);
}
