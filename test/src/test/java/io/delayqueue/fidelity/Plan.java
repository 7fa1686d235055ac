package io.delayqueue.fidelity;

import java.util.List;

/**
 * Plan of a task's callback, in the task's payload.
 *
 * @param id the task's id
 * @param version the number of the task among those with this id
 * @param calls the action of each call; the last one repeats
 */
record Plan(String id, int version, List<Call> calls) {

    /** Action of a call. */
    enum Call {
        RETURN,
        THROW,
        THROW_WHAT_IS_NOT_RETRIED,
        RETRY_SOON,
        REJECT,
        ADD_ANOTHER,
        CANCEL_ITSELF
    }

    Call call(int number) {
        return calls.get(Math.min(number, calls.size()) - 1);
    }
}
