package io.delayqueue.web.consume;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.pull.NotPullableException;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.View;

/** Reserves due tasks for consumers. */
final class ReserveController implements ApiController {

    private final LongPolls polls;

    private final GiveBacks giveBacks;

    private final Duration longestWait;

    ReserveController(LongPolls polls, GiveBacks giveBacks, Duration longestWait) {
        this.polls = polls;
        this.giveBacks = giveBacks;
        this.longestWait = longestWait;
    }

    /** Reserves at once in the request's own thread: only requests without a task wait. */
    @PostMapping("/groups/{group}/topics/{topic}/reserve")
    DeferredResult<View> reserve(
            @PathVariable String group,
            @PathVariable String topic,
            @RequestBody(required = false) @Nullable ReserveRequest body,
            DelayQueueEngine engine,
            ServletRequest request,
            ServletResponse response) {
        TopicName name = new TopicName(group, topic);
        ReserveRequest asked = body == null ? ReserveRequest.DEFAULT : body;
        PullOptions options = asked.options();
        Duration wait = asked.waitUpTo(longestWait);
        requireAsync(request);
        ReserveResult result = new ReserveResult(giveBacks, new Probe(request, response));
        List<PulledTask> tasks = polls.look(() -> reserve(engine, name, options, Duration.ZERO));
        if (tasks.isEmpty() && !wait.isZero()) {
            polls.await(() -> reserve(engine, name, options, wait), engine.puller()::wake, result);
        } else {
            result.give(tasks);
        }
        return result.deferred();
    }

    private static List<PulledTask> reserve(DelayQueueEngine engine, TopicName name, PullOptions options, Duration wait)
            throws InterruptedException {
        try {
            return engine.puller().reserve(name.group(), name.topic(), options, wait);
        } catch (NotPullableException e) {
            String message = String.valueOf(e.getMessage());
            throw engine.register().isTopicRegistered(name.group(), name.topic())
                    ? new ProblemException(ProblemType.HAS_CALLBACK, message)
                    : ProblemException.notFound(message);
        }
    }

    /** Checks the request before tasks are reserved that could not be returned. */
    private static void requireAsync(ServletRequest request) {
        if (!request.isAsyncSupported()) {
            throw new IllegalStateException(
                    "Tasks are reserved by asynchronous requests, which a filter or servlet of this application does not"
                            + " support: register it with asyncSupported");
        }
    }
}
