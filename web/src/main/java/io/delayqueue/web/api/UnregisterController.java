package io.delayqueue.web.api;

import io.delayqueue.ServiceRegister.Unregistration;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Unregisters topics and groups that are no longer used. */
final class UnregisterController implements ApiController {

    record Unregistered(boolean changed) {}

    @DeleteMapping("/groups/{group}/topics/{topic}")
    Unregistered topic(DelayQueueEngine queue, @PathVariable String group, @PathVariable String topic) {
        return answer(queue.register().cancelUnusedTopic(group, topic), "The topic " + new TopicName(group, topic));
    }

    @DeleteMapping("/groups/{group}")
    Unregistered group(DelayQueueEngine queue, @PathVariable String group) {
        return answer(queue.register().cancelUnusedGroup(group), "The group " + group);
    }

    private static Unregistered answer(Unregistration outcome, String name) {
        return switch (outcome) {
            case UNREGISTERED -> new Unregistered(true);
            case NOT_REGISTERED -> throw ProblemException.notFound(name + " is not registered");
            case HAS_TASKS ->
                throw new ProblemException(
                        ProblemType.HAS_TASKS, name + " has tasks, perhaps dead letters: remove them first");
            case HAS_CONSUMERS ->
                throw new ProblemException(
                        ProblemType.HAS_CONSUMERS, name + " is consumed by an instance: stop its consumers first");
        };
    }
}
