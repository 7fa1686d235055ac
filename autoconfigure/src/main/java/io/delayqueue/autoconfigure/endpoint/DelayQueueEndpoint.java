package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.DelayQueueException;
import io.delayqueue.ServiceRegister;
import io.delayqueue.ServiceRegister.Unregistration;
import io.delayqueue.TaskCounts;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Change;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Group;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Queue;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Queues;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Topic;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.EngineStatus;
import io.delayqueue.monitor.EngineStatus.GroupStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Shows and controls the queues of an application. Returns null for an unknown queue, group or topic. Changes need the access
 * {@code unrestricted}, which is not the default, and are audited.
 *
 * @param engines the engines of the application
 */
@Endpoint(id = "delayqueue", defaultAccess = Access.READ_ONLY)
record DelayQueueEndpoint(Engines engines) {

    /** Maximum time of a count. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Changes of a topic. */
    private static final Set<String> ACTIONS = Set.of("pause", "resume", "hold", "requeue");

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
            Map<String, List<TaskCounts>> counts = engine.countTasks(PATIENCE);
            Map<String, Set<String>> registry = engine.register().topics();
            List<Group> groups = counts.entrySet().stream()
                    .map(group -> describe(engine, group.getKey(), group.getValue(), status, registry))
                    .toList();
            return Descriptions.queue(status, groups, null);
        } catch (DelayQueueException e) {
            return Descriptions.queue(status, null, String.valueOf(e.getMessage()));
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
                : describe(
                        engine,
                        group,
                        counts,
                        engine.status(),
                        engine.register().topics());
    }

    private static Group describe(
            DelayQueueEngine engine,
            String group,
            List<TaskCounts> counts,
            EngineStatus status,
            Map<String, Set<String>> registry) {
        List<String> topics = counts.stream().map(one -> one.topic().topic()).toList();
        return Descriptions.group(group, counts, engine.histories(group, topics), status, registry);
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
    Change change(
            @Selector String group,
            @Selector String topic,
            String action,
            @Nullable String duration,
            @Nullable String queue) {
        return change(group, topic, action, duration, queue, SecurityContext.NONE);
    }

    /**
     * Makes a change and logs it, even if it fails.
     *
     * @param duration the length of a hold, such as {@code 10m}; ignored by other actions
     */
    @Nullable
    Change change(
            String group,
            String topic,
            String action,
            @Nullable String duration,
            @Nullable String queue,
            SecurityContext caller) {
        AskedChange asked = new AskedChange(caller, group, topic, action, queue);
        return ChangeLog.make(asked, engines, WebEndpointResponse.STATUS_OK, (engine, tasks) -> {
            if (!ACTIONS.contains(action)) {
                throw unknownAction(action, "pause, resume, hold or requeue");
            }
            Duration hold = action.equals("hold") ? HoldLength.of(duration) : Duration.ZERO;
            if (topic(group, topic, queue) == null) {
                return null;
            }
            TopicOperations operations = engine.service().topic(group, topic);
            boolean changed =
                    switch (action) {
                        case "pause" -> operations.pause();
                        case "resume" -> operations.resume();
                        case "hold" ->
                            operations.hold(engine.inspector().storeTime(group).plus(hold));
                        default -> {
                            long requeued = operations.requeueDeadLetters();
                            tasks.set(requeued);
                            yield requeued > 0;
                        }
                    };
            return new Change(action, changed, tasks.get(), topic(group, topic, queue));
        });
    }

    /** Drains or undrains this instance, and logs it, even if it fails. */
    @Nullable
    Change drain(@Nullable String group, String action, @Nullable String queue, SecurityContext caller) {
        AskedChange asked = new AskedChange(caller, group, null, action, queue);
        return ChangeLog.make(asked, engines, WebEndpointResponse.STATUS_OK, (engine, tasks) -> {
            boolean drains = action.equals("drain");
            if (!drains && (group != null || !action.equals("undrain"))) {
                throw unknownAction(action, group == null ? "drain or undrain" : "drain");
            }
            List<GroupStatus> served = engine.status().groups().stream()
                    .filter(one -> group == null || one.group().equals(group))
                    .toList();
            if (group != null && served.isEmpty()) {
                return null;
            }
            if (!drains) {
                engine.undrain();
            } else if (group == null) {
                engine.drain();
            } else {
                engine.drain(group);
            }
            boolean changed = served.stream().anyMatch(one -> one.draining() != drains);
            return new Change(action, changed, null, null);
        });
    }

    /**
     * Unregisters a topic or a group that is no longer used, and logs it, even if it fails.
     *
     * @throws StillUsedException if it has tasks or consumers
     */
    @Nullable
    Change unregister(String group, @Nullable String topic, @Nullable String queue, SecurityContext caller) {
        AskedChange asked = new AskedChange(caller, group, topic, "unregister", queue);
        return ChangeLog.make(asked, engines, WebEndpointResponse.STATUS_OK, (engine, tasks) -> {
            if (!TopicName.isValid(group) || topic != null && !TopicName.isValid(topic)) {
                return null;
            }
            ServiceRegister register = engine.register();
            Unregistration outcome =
                    topic == null ? register.cancelUnusedGroup(group) : register.cancelUnusedTopic(group, topic);
            return switch (outcome) {
                case UNREGISTERED -> new Change(asked.action(), true, null, null);
                case NOT_REGISTERED -> null;
                case HAS_TASKS, HAS_CONSUMERS -> throw new StillUsedException(outcome);
            };
        });
    }

    private static InvalidEndpointRequestException unknownAction(String word, String known) {
        String reason = "action must be " + known + ", but is '" + word + "'";
        return new InvalidEndpointRequestException(reason, reason);
    }
}
