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
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
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

    static final String UNREGISTER = "unregister";

    private static final String DRAIN = "drain";

    private static final String UNDRAIN = "undrain";

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
    Change change(
            @Selector String group,
            @Selector String topic,
            String action,
            @Nullable String duration,
            @Nullable String queue) {
        return change(new AskedChange(group, topic, action, queue, null), duration);
    }

    /**
     * Makes a change and logs it, even if it fails.
     *
     * @param duration the length of a hold, such as {@code 10m}; ignored by other actions
     */
    @Nullable
    Change change(AskedChange asked, @Nullable String duration) {
        return ChangeLog.make(asked, engines, WebEndpointResponse.STATUS_OK, (engine, tasks) -> {
            Action action = action(asked.action());
            Duration hold = action == Action.HOLD ? hold(duration) : Duration.ZERO;
            if (engine == null || topic(asked) == null) {
                return null;
            }
            TopicOperations operations = engine.service().topic(groupOf(asked), topicOf(asked));
            boolean changed =
                    switch (action) {
                        case PAUSE -> operations.pause();
                        case RESUME -> operations.resume();
                        case HOLD ->
                            operations.hold(
                                    engine.inspector().storeTime(groupOf(asked)).plus(hold));
                        case REQUEUE -> {
                            long requeued = operations.requeueDeadLetters();
                            tasks.set(requeued);
                            yield requeued > 0;
                        }
                    };
            return new Change(action.word(), changed, tasks.get(), topic(asked));
        });
    }

    @WriteOperation
    @Nullable
    Change changeGroup(@Selector String group, String action, @Nullable String queue) {
        return drain(new AskedChange(group, null, action, queue, null));
    }

    @WriteOperation
    @Nullable
    Change changeAll(String action, @Nullable String queue) {
        return drain(new AskedChange(null, null, action, queue, null));
    }

    /** Drains or undrains this instance, and logs it, even if it fails. */
    @Nullable
    Change drain(AskedChange asked) {
        return ChangeLog.make(asked, engines, WebEndpointResponse.STATUS_OK, (engine, tasks) -> {
            String group = asked.group();
            boolean drains = DRAIN.equals(asked.action());
            if (!drains && (group != null || !UNDRAIN.equals(asked.action()))) {
                throw unknownAction(asked.action(), group == null ? "drain or undrain" : "drain");
            }
            List<GroupStatus> served = engine == null
                    ? List.of()
                    : engine.status().groups().stream()
                            .filter(one -> group == null || one.group().equals(group))
                            .toList();
            if (engine == null || group != null && served.isEmpty()) {
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
            return new Change(asked.action(), changed, null, null);
        });
    }

    @DeleteOperation
    @Nullable
    Change unregisterTopic(@Selector String group, @Selector String topic, @Nullable String queue) {
        return unregister(new AskedChange(group, topic, UNREGISTER, queue, null));
    }

    @DeleteOperation
    @Nullable
    Change unregisterGroup(@Selector String group, @Nullable String queue) {
        return unregister(new AskedChange(group, null, UNREGISTER, queue, null));
    }

    /**
     * Unregisters a topic or a group that is no longer used, and logs it, even if it fails.
     *
     * @throws StillUsedException if it has tasks or consumers
     */
    @Nullable
    Change unregister(AskedChange asked) {
        return ChangeLog.make(asked, engines, WebEndpointResponse.STATUS_OK, (engine, tasks) -> {
            Unregistration outcome = engine == null || !isValid(asked)
                    ? Unregistration.NOT_REGISTERED
                    : unregister(engine.register(), asked);
            return switch (outcome) {
                case UNREGISTERED -> new Change(UNREGISTER, true, null, null);
                case NOT_REGISTERED -> null;
                case HAS_TASKS, HAS_CONSUMERS -> throw new StillUsedException(outcome);
            };
        });
    }

    private static boolean isValid(AskedChange asked) {
        return TopicName.isValid(asked.group()) && (asked.topic() == null || TopicName.isValid(asked.topic()));
    }

    private static Unregistration unregister(ServiceRegister register, AskedChange asked) {
        return asked.topic() == null
                ? register.cancelUnusedGroup(groupOf(asked))
                : register.cancelUnusedTopic(groupOf(asked), asked.topic());
    }

    private static Duration hold(@Nullable String duration) {
        try {
            return HoldLength.of(duration);
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException(
                    "Invalid duration '" + duration + "'", String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Topic topic(AskedChange asked) {
        return topic(groupOf(asked), topicOf(asked), asked.queue());
    }

    private static String groupOf(AskedChange asked) {
        return Objects.requireNonNull(asked.group());
    }

    private static String topicOf(AskedChange asked) {
        return Objects.requireNonNull(asked.topic());
    }

    private enum Action {
        PAUSE,
        RESUME,
        HOLD,
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
        throw unknownAction(word, "pause, resume, hold or requeue");
    }

    private static InvalidEndpointRequestException unknownAction(String word, String known) {
        return new InvalidEndpointRequestException(
                "Unknown action '" + word + "'", "action must be " + known + ", but is '" + word + "'");
    }
}
