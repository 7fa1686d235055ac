package io.delayqueue.web.api;

import io.delayqueue.TopicOperations;
import io.delayqueue.TopicStep;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.audit.AuditNote;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
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

    /**
     * Requeue.
     *
     * @param ids the dead letters to requeue; all if missing
     * @param perSecond the number of tasks that become due in a second; all at once if missing
     */
    record RequeueRequest(
            @Nullable String from,
            @Nullable Integer max,
            @Nullable List<String> ids,
            @Nullable Integer perSecond) {}

    /**
     * Purge.
     *
     * @param ids the dead letters to remove; all if missing
     */
    record PurgeRequest(
            @Nullable String from,
            @Nullable Integer max,
            @Nullable List<String> ids) {}

    record Steps(long tasks, @Nullable String next) {}

    private interface Step {
        TopicStep make(TopicOperations topic, @Nullable String from);
    }

    @PostMapping(TOPIC + "/requeue")
    Steps requeue(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestBody(required = false) @Nullable RequeueRequest body,
            HttpServletRequest request) {
        TopicOperations operations = Topics.existing(queue, group, topic);
        if (body == null) {
            return steps(operations, null, request, TopicOperations::requeueDeadLetters);
        }
        Integer perSecond = body.perSecond();
        if (body.ids() != null) {
            requireAlone(body.from() == null && body.max() == null && perSecond == null);
            return selected(body.ids(), request, operations::requeueSelected);
        }
        StepsRequest steps = new StepsRequest(body.from(), body.max());
        return perSecond == null
                ? steps(operations, steps, request, TopicOperations::requeueDeadLetters)
                : steps(operations, steps, request, (all, from) -> all.requeueDeadLetters(from, perSecond));
    }

    @PostMapping(TOPIC + "/purge")
    Steps purge(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestBody(required = false) @Nullable PurgeRequest body,
            HttpServletRequest request) {
        TopicOperations operations = Topics.existing(queue, group, topic);
        if (body != null && body.ids() != null) {
            requireAlone(body.from() == null && body.max() == null);
            return selected(body.ids(), request, operations::purgeSelected);
        }
        StepsRequest steps = body == null ? null : new StepsRequest(body.from(), body.max());
        return steps(operations, steps, request, TopicOperations::purgeDeadLetters);
    }

    private static void requireAlone(boolean alone) {
        if (!alone) {
            throw ProblemException.invalid("ids", "must be the only field");
        }
    }

    private static Steps selected(
            List<String> ids, HttpServletRequest request, ToLongFunction<List<String>> operation) {
        if (ids.isEmpty() || ids.size() > TopicOperations.MAX_PAGE || ids.contains(null)) {
            throw ProblemException.invalid("ids", "must be 1 to " + TopicOperations.MAX_PAGE + " ids");
        }
        long tasks = operation.applyAsLong(ids);
        AuditNote.tasks(request, tasks);
        return new Steps(tasks, null);
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
        return body == null
                ? steps(null, null, request, from -> step.make(topic, from))
                : steps(body.from(), body.max(), request, from -> step.make(topic, from));
    }

    /** Makes steps from one on; at most 10,000 tasks unless there is another number. */
    static Steps steps(
            @Nullable String from,
            @Nullable Integer atMost,
            HttpServletRequest request,
            Function<@Nullable String, TopicStep> step) {
        int max = atMost == null ? MAX_TASKS : atMost;
        if (max < MIN_TASKS || max > MAX_TASKS) {
            throw ProblemException.invalid("max", "must be from " + MIN_TASKS + " to " + MAX_TASKS);
        }
        long tasks = 0;
        String next = from;
        // Empty steps count too: a request makes a limited number of calls.
        for (int made = 0; made < max / MIN_TASKS; made++) {
            TopicStep done = step.apply(next);
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
