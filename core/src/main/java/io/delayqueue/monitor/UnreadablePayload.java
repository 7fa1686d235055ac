package io.delayqueue.monitor;

import io.delayqueue.TaskState;

/**
 * Task that no attempt of this engine could read.
 *
 * @param id its id
 * @param state its state when it was read
 * @param reason the reason in words, at most {@link #MAX_REASON} characters. It may quote the payload
 */
public record UnreadablePayload(String id, TaskState state, String reason) {

    /** Maximum length of a reason. */
    public static final int MAX_REASON = 500;
}
