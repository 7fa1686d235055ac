package io.delayqueue.internal.add;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreRefusalException;
import io.delayqueue.TaskStoreUnavailableException;

/** Failure of a call, which several callers may have shared. */
final class SharedFailure {

    private SharedFailure() {}

    /** Copies a failure with the stack of this caller. */
    static RuntimeException here(Throwable failure) {
        if (failure instanceof TaskNotReplicatedException unconfirmed) {
            return new TaskNotReplicatedException(
                    String.valueOf(failure.getMessage()), unconfirmed.confirmed(), unconfirmed.required(), failure);
        }
        if (failure instanceof TaskStoreRefusalException) {
            return new TaskStoreRefusalException(String.valueOf(failure.getMessage()), failure);
        }
        if (failure instanceof TaskStoreUnavailableException) {
            return new TaskStoreUnavailableException(failure.getMessage(), failure);
        }
        if (failure instanceof TaskStoreException) {
            return new TaskStoreException(String.valueOf(failure.getMessage()), failure);
        }
        return new DelayQueueException("The store could not be called: " + failure, failure);
    }

    /** Whether the store answered that it has not executed the call. */
    static boolean isRefusal(Throwable failure) {
        return failure instanceof TaskStoreException && !(failure instanceof TaskStoreUnavailableException);
    }

    /** Whether the store did not answer, or refuses all calls. A confirmation by too few replicas is an answer, unless their number is unknown. */
    static boolean isUnanswered(Throwable failure) {
        return failure instanceof TaskNotReplicatedException
                ? failure.getCause() instanceof TaskStoreUnavailableException
                : failure instanceof TaskStoreUnavailableException;
    }
}
