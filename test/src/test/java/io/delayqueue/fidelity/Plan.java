package io.delayqueue.fidelity;

import java.util.List;

/**
 * What a task's callback is to do, as the task's payload.
 *
 * @param id the task's id
 * @param version which of several tasks with this id
 * @param calls what each call does; the last one again and again
 */
record Plan(String id, int version, List<Call> calls) {

    /** What a call does. */
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
