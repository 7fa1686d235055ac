package io.delayqueue.memory;

import io.delayqueue.store.TaskEdit;

/**
 * Number of tasks that may be leased.
 *
 * @param tasks the number
 * @param at if the number is 0, or less than a batch needs, the time from which time alone allows a lease, in milliseconds since the epoch; {@link
 *     TopicTasks#NEVER} if time alone does not
 */
record Allowance(long tasks, long at) {

    static final Allowance ALL = new Allowance(Long.MAX_VALUE, 0);

    static final Allowance NONE = new Allowance(0, TopicTasks.NEVER);

    /** Returns the allowance of a hold. A pause is a hold that time alone does not end. */
    static Allowance until(long millis, StepTime now) {
        if (millis >= TaskEdit.PAUSED_UNTIL) {
            return NONE;
        }
        return millis > now.millis() ? new Allowance(0, millis) : ALL;
    }

    /** Returns an allowance whose time is later. */
    Allowance later(int millis) {
        return new Allowance(tasks, at == 0 || at == TopicTasks.NEVER ? at : at + millis);
    }

    /** Returns no lease until a batch has its tasks ({@code waits}: too few are ready), or its oldest has waited for long. */
    Allowance batch(boolean waits, long ends) {
        return new Allowance(0, waits ? Math.max(at, ends) : at > 0 ? Math.min(at, ends) : ends);
    }

    Allowance and(Allowance other) {
        return new Allowance(Math.min(tasks, other.tasks), Math.max(at, other.at));
    }
}
