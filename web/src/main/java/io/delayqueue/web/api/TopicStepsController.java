package io.delayqueue.web.api;

import io.delayqueue.TopicOperations;
import io.delayqueue.TopicStep;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.audit.AuditNote;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Changes all tasks of a topic in steps: one call changes a limited number, and returns a cursor for the next. */
final class TopicStepsController implements ApiController {

    private static final String TOPIC = "/groups/{group}/topics/{topic}";

    /** Maximum step of the store. */
    private static final int MIN_TASKS = 500;

    private static final int MAX_TASKS = 10_000;

    record StepsRequest(@Nullable String from, @Nullable Integer max) {}

    record Steps(long tasks, @Nullable String next) {}

    private interface Step {
        TopicStep make(TopicOperations topic, @Nullable String from);
    }

    @PostMapping(TOPIC + "/requeue")
    Steps requeue(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestBody(required = false) @Nullable StepsRequest body,
            HttpServletRequest request) {
        return steps(Topics.existing(queue, group, topic), body, request, TopicOperations::requeueDeadLetters);
    }

    @PostMapping(TOPIC + "/purge")
    Steps purge(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestBody(required = false) @Nullable StepsRequest body,
            HttpServletRequest request) {
        return steps(Topics.existing(queue, group, topic), body, request, TopicOperations::purgeDeadLetters);
    }

    @PostMapping(TOPIC + "/remove")
    Steps remove(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestBody(required = false) @Nullable StepsRequest body,
            HttpServletRequest request) {
        return steps(Topics.existing(queue, group, topic), body, request, TopicOperations::removeTasks);
    }

    private static Steps steps(
            TopicOperations topic, @Nullable StepsRequest body, HttpServletRequest request, Step step) {
        int max = body == null || body.max() == null ? MAX_TASKS : body.max();
        if (max < MIN_TASKS || max > MAX_TASKS) {
            throw ProblemException.invalid("max", "must be from " + MIN_TASKS + " to " + MAX_TASKS);
        }
        long tasks = 0;
        String next = body == null ? null : body.from();
        // Empty steps count too: a request makes a limited number of calls.
        for (int made = 0; made < max / MIN_TASKS; made++) {
            TopicStep done = step.make(topic, next);
            tasks += done.tasks();
            // Before the next step, which may fail.
            AuditNote.tasks(request, tasks);
            next = done.next();
            if (next == null) {
                break;
            }
        }
        return new Steps(tasks, next);
    }
}
