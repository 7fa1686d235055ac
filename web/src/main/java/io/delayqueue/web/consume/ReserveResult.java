package io.delayqueue.web.consume;

import io.delayqueue.DelayQueueException;
import io.delayqueue.log.Loggers;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.web.api.mvc.ProblemException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.View;

/** A request that waits for tasks. Has no time-out of its own that could end it while tasks are on their way. */
final class ReserveResult {

    private static final Logger log = Loggers.of(ReserveResult.class);

    private static final long NO_TIMEOUT = -1;

    private final DeferredResult<View> deferred = new DeferredResult<>(NO_TIMEOUT);

    private final AtomicReference<@Nullable ReserveAnswer> answer = new AtomicReference<>();

    private final GiveBacks giveBacks;

    private final Probe probe;

    ReserveResult(GiveBacks giveBacks, Probe probe) {
        this.giveBacks = giveBacks;
        this.probe = probe;
        deferred.onCompletion(() -> {
            // The server uses the response for other requests from here on.
            probe.end();
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

    /** {@return what writes to the connection while it waits} */
    Probe probe() {
        return probe;
    }

    /** Answers with tasks, which are given back if the request has ended before. */
    void give(List<PulledTask> tasks) {
        probe.end();
        ReserveAnswer given = new ReserveAnswer(tasks, giveBacks, probe.hasBegun());
        // First, so that an end of the request that comes in between sees it.
        answer.set(given);
        if (!deferred.setResult(given)) {
            given.notWritten();
        }
    }

    /**
     * Answers with a failure; with no tasks where an answer has begun, so that the next call learns of it.
     *
     * @param tasks what was leased before, which is given back
     */
    void fail(Throwable failure, List<PulledTask> tasks) {
        giveBacks.giveBack(tasks);
        probe.end();
        if (!probe.hasBegun()) {
            deferred.setErrorResult(failure);
            return;
        }
        boolean expected = failure instanceof DelayQueueException || failure instanceof ProblemException;
        log.atLevel(expected ? Level.DEBUG : Level.ERROR)
                .setCause(failure)
                .log("A wait for tasks has failed, and is answered with none");
        give(List.of());
    }

    /** Runs when the container sees that whoever asked has gone. */
    void whenGone(Runnable action) {
        deferred.onError(failure -> action.run());
    }
}
