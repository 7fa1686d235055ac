package io.delayqueue.web.consume;

import io.delayqueue.DelayQueueException;
import io.delayqueue.log.Loggers;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.web.api.mvc.ProblemException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.View;

/** Asynchronous request that waits for tasks. It has no time-out, which could end it while tasks are written. */
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
            // The server reuses the response for other requests from here on.
            probe.end();
            ReserveAnswer given = answer.get();
            if (given != null) {
                given.notWritten();
            }
        });
    }

    /** {@return the result of the controller} */
    DeferredResult<View> deferred() {
        return deferred;
    }

    /** {@return the probe of the connection during the wait} */
    Probe probe() {
        return probe;
    }

    /** Responds with tasks, which are released if the request has ended before. */
    void give(List<PulledTask> tasks) {
        probe.end();
        ReserveAnswer given = new ReserveAnswer(tasks, giveBacks, probe.hasBegun());
        // Set first, so that a concurrent end of the request finds it.
        answer.set(given);
        if (!accepted(() -> deferred.setResult(given))) {
            given.notWritten();
        }
    }

    private static boolean accepted(BooleanSupplier response) {
        try {
            return response.getAsBoolean();
        } catch (IllegalStateException e) {
            // The container has handled an error of the connection, and ends the request.
            log.debug("A request has ended before its response", e);
            return false;
        }
    }

    /**
     * Responds with a failure; if the response is committed, with no tasks, so that the next call fails.
     *
     * @param tasks the tasks reserved before, which are released
     */
    void fail(Throwable failure, List<PulledTask> tasks) {
        giveBacks.giveBack(tasks);
        probe.end();
        if (!probe.hasBegun()) {
            accepted(() -> deferred.setErrorResult(failure));
            return;
        }
        boolean expected = failure instanceof DelayQueueException || failure instanceof ProblemException;
        log.atLevel(expected ? Level.DEBUG : Level.ERROR)
                .setCause(failure)
                .log("A wait for tasks has failed, and is answered without tasks");
        give(List.of());
    }

    /** Runs when the container detects that the client has disconnected. */
    void whenGone(Runnable action) {
        deferred.onError(failure -> action.run());
    }
}
