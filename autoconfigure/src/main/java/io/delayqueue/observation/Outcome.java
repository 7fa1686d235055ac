package io.delayqueue.observation;

import org.jspecify.annotations.Nullable;

/** Outcome of an add or a callback, in the words of Spring's own observations. */
enum Outcome {
    UNKNOWN,
    SUCCESS,
    ERROR;

    static String of(boolean ended, @Nullable Throwable error) {
        if (error != null) {
            return ERROR.name();
        }
        return (ended ? SUCCESS : UNKNOWN).name();
    }
}
