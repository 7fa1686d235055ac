package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.DelayQueueException;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicOperations;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Change;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Group;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Queue;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Queues;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Topic;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.EngineStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Shows and controls the queues of an application. Returns null for an unknown queue, group or topic. Changes need the access
 * {@code unrestricted}, which is not the default, and are audited.
 */
@Endpoint(id = "delayqueue", defaultAccess = Access.READ_ONLY)
final class DelayQueueEndpoint {

    /** Maximum time of a count. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Engines engines;

    DelayQueueEndpoint(Engines engines) {
        this.engines = engines;
    }

    /** Describes all queues; a queue whose store does not answer has the error instead of its groups. */
    @ReadOperation
    Queues queues() {
        return new Queues(engines.all().stream()
                .sorted(Comparator.comparing(DelayQueueEngine::name))
                .map(DelayQueueEndpoint::describe)
                .toList());
    }

    private static Queue describe(DelayQueueEngine engine) {
        EngineStatus status = engine.status();
        try {
            return Descriptions.queue(
                    status, engine.countTasks(PATIENCE), engine.register().topics());
        } catch (DelayQueueException e) {
            return Descriptions.unreachable(status, String.valueOf(e.getMessage()));
        }
    }

    @ReadOperation
    @Nullable
    Group group(@Selector String group, @Nullable String queue) {
        DelayQueueEngine engine = engines.find(queue);
        if (engine == null) {
            return null;
        }
        List<TaskCounts> counts = engine.countTasks(List.of(group), PATIENCE).get(group);
        return counts == null
                ? null
                : Descriptions.group(
                        group, counts, engine.status(), engine.register().topics());
    }

    @ReadOperation
    @Nullable
    Topic topic(@Selector String group, @Selector String topic, @Nullable String queue) {
        Group found = group(group, queue);
        return found == null
                ? null
                : found.topics().stream()
                        .filter(one -> one.topic().equals(topic))
                        .findAny()
                        .orElse(null);
    }

    @WriteOperation
    @Nullable
    Change change(@Selector String group, @Selector String topic, String action, @Nullable String queue) {
        return change(new AskedChange(group, topic, action, queue), null);
    }

    /**
     * Makes a change and logs it with its user, even if it fails.
     *
     * @param user the name of the user; null if unknown
     */
    @Nullable
    Change change(AskedChange asked, @Nullable String user) {
        DelayQueueEngine engine = engines.find(asked.queue());
        Long tasks = null;
        int status = WebEndpointResponse.STATUS_INTERNAL_SERVER_ERROR;
        try {
            Action action = action(asked.action());
            if (engine == null || topic(asked) == null) {
                status = WebEndpointResponse.STATUS_NOT_FOUND;
                return null;
            }
            long changed = perform(action, engine.service().topic(asked.group(), asked.topic()));
            tasks = action == Action.REQUEUE ? changed : null;
            Change change = new Change(action.word(), changed > 0, tasks, topic(asked));
            status = WebEndpointResponse.STATUS_OK;
            return change;
        } catch (InvalidEndpointRequestException e) {
            status = WebEndpointResponse.STATUS_BAD_REQUEST;
            throw e;
        } catch (DelayQueueException e) {
            status = WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE;
            throw e;
        } finally {
            ChangeLog.answered(asked, engine == null ? null : engine.name(), tasks, user, status);
        }
    }

    private static long perform(Action action, TopicOperations operations) {
        return switch (action) {
            case PAUSE -> operations.pause() ? 1 : 0;
            case RESUME -> operations.resume() ? 1 : 0;
            case REQUEUE -> operations.requeueDeadLetters();
        };
    }

    private @Nullable Topic topic(AskedChange asked) {
        return topic(asked.group(), asked.topic(), asked.queue());
    }

    private enum Action {
        PAUSE,
        RESUME,
        REQUEUE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static Action action(String word) {
        for (Action action : Action.values()) {
            if (action.word().equals(word)) {
                return action;
            }
        }
        throw new InvalidEndpointRequestException(
                "Unknown action '" + word + "'", "action must be pause, resume or requeue, but is '" + word + "'");
    }
}
