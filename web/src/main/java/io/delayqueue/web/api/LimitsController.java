package io.delayqueue.web.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.limit.Rate;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Shows, sets, holds and resets limits over all instances; holds topics; says why a task waits. */
final class LimitsController implements ApiController {

    private static final String LIMIT = "/groups/{group}/limits/{limit}";

    private static final String TOPIC = "/groups/{group}/topics/{topic}";

    record Limits(List<LimitInfo> limits) {}

    record LimitView(@JsonUnwrapped LimitInfo info) {}

    record WaitView(@JsonUnwrapped TaskWait reason) {}

    /** Values of a limit; what is missing does not limit. */
    record LimitRequest(
            @Nullable Integer concurrency,
            @Nullable String rate,
            @Nullable Integer burst) {}

    /** Length or end of a hold; a hold that is over ends. */
    record HoldRequest(@Nullable Duration delay, @Nullable Instant until) {}

    /** Result of a reset; the limit is missing if it was not declared. */
    record Reset(@Nullable LimitInfo limit) {}

    /** Result of a hold of a topic. */
    record Held(boolean held) {}

    @GetMapping("/groups/{group}/limits")
    Limits limits(DelayQueueEngine queue, @PathVariable String group) {
        return new Limits(queue.inspector().limits(group));
    }

    @GetMapping(LIMIT)
    LimitView limit(DelayQueueEngine queue, @PathVariable String group, @PathVariable String limit) {
        LimitInfo found = find(queue, group, limit);
        if (found == null) {
            throw none(group, limit);
        }
        return new LimitView(found);
    }

    private static @Nullable LimitInfo find(DelayQueueEngine queue, String group, String name) {
        return queue.inspector().limits(group).stream()
                .filter(info -> info.limit().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static ProblemException none(String group, String limit) {
        return ProblemException.notFound("There is no limit '" + limit + "' in " + group);
    }

    @PutMapping(LIMIT)
    LimitView set(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String limit,
            @RequestBody LimitRequest request) {
        Topics.registered(queue, group);
        try {
            Rate rate = request.rate() == null ? null : Rate.valueOf(request.rate());
            queue.inspector().setLimit(new Limit(group, limit, request.concurrency(), rate, request.burst()));
        } catch (InvalidSettingException e) {
            throw ProblemException.invalid(e.field(), e.rule());
        }
        return limit(queue, group, limit);
    }

    @DeleteMapping(LIMIT)
    Reset reset(DelayQueueEngine queue, @PathVariable String group, @PathVariable String limit) {
        if (!queue.inspector().resetLimit(group, limit)) {
            throw none(group, limit);
        }
        return new Reset(find(queue, group, limit));
    }

    @PostMapping(LIMIT + "/hold")
    LimitView hold(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String limit,
            @RequestBody HoldRequest request) {
        if (!queue.inspector().holdLimit(group, limit, until(queue, group, request))) {
            throw none(group, limit);
        }
        return limit(queue, group, limit);
    }

    @PostMapping(TOPIC + "/hold")
    Held holdTopic(
            DelayQueueEngine queue,
            @PathVariable String group,
            @PathVariable String topic,
            @RequestBody HoldRequest request) {
        return new Held(Topics.existing(queue, group, topic).hold(until(queue, group, request)));
    }

    private static Instant until(DelayQueueEngine queue, String group, HoldRequest request) {
        Duration delay = request.delay();
        if (request.until() != null && delay == null) {
            return request.until();
        }
        if (request.until() == null && delay != null && delay.compareTo(Task.MAX_DELAY) <= 0) {
            return queue.inspector().storeTime(group).plus(delay);
        }
        throw ProblemException.invalid("delay", "must be given and at most 36,500 days, unless until is");
    }

    @GetMapping("/groups/{group}/tasks/{id}/wait")
    WaitView taskWait(DelayQueueEngine queue, @PathVariable String group, @PathVariable String id) {
        return queue.inspector()
                .whyWaiting(group, id)
                .map(WaitView::new)
                .orElseThrow(() -> ProblemException.notFound(
                        "The task '" + id + "' in " + group + " does not wait: it runs, is dead, or does not exist"));
    }

    @GetMapping(TOPIC + "/wait")
    WaitView topicWait(DelayQueueEngine queue, @PathVariable String group, @PathVariable String topic) {
        return queue.inspector()
                .whyWaiting(new TopicName(group, topic))
                .map(WaitView::new)
                .orElseThrow(() -> ProblemException.notFound("No task of " + group + "/" + topic + " waits"));
    }
}
