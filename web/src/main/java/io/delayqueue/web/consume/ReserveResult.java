package io.delayqueue.web.consume;

import io.delayqueue.PulledTask;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.View;

/** A request that waits for tasks. Has no time-out of its own that could end it while tasks are on their way. */
final class ReserveResult {

    private static final long NO_TIMEOUT = -1;

    private final DeferredResult<View> deferred = new DeferredResult<>(NO_TIMEOUT);

    private final AtomicReference<@Nullable ReserveAnswer> answer = new AtomicReference<>();

    private final GiveBacks giveBacks;

    ReserveResult(GiveBacks giveBacks) {
        this.giveBacks = giveBacks;
        deferred.onCompletion(() -> {
            ReserveAnswer given = answer.get();
            if (given != null) {
                given.notWritten();
            }
        });
    }

    /** {@return what a controller returns} */
    DeferredResult<View> deferred() {
        return deferred;
    }

    /** Answers with tasks, which are given back if the request has ended before. */
    void give(List<PulledTask> tasks) {
        ReserveAnswer given = new ReserveAnswer(tasks, giveBacks);
        // First, so that an end of the request that comes in between sees it.
        answer.set(given);
        if (!deferred.setResult(given)) {
            given.notWritten();
        }
    }

    void fail(Throwable failure) {
        deferred.setErrorResult(failure);
    }

    /** Runs when the container sees that whoever asked has gone. */
    void whenGone(Runnable action) {
        deferred.onError(failure -> action.run());
    }
}
