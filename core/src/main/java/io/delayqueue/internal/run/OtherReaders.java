package io.delayqueue.internal.run;

import io.delayqueue.FailedAttempt;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.internal.codec.HeartbeatReader;
import io.delayqueue.internal.drive.GroupContext;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.store.InstanceStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Determines whether another instance may read a task that this one cannot read: during a rolling upgrade its classes may be
 * newer. The failed attempts of the task show which instances have tried, so that this survives a crash.
 */
final class OtherReaders {

    /** How often a task is given back before it is buried. Not once: the store may deliver it to the same instance again. */
    static final int MAX_RETURNS = 3;

    private static final String UNREADABLE = UnreadableTaskException.class.getName();

    /** For how long known instances are assumed to be there, because many tasks may be unreadable. New ones are found at once. */
    private static final long FRESH = TimeUnit.SECONDS.toNanos(1);

    private final TopicName topic;

    private final GroupContext context;

    private volatile @Nullable Found found;

    /** Other instances that consume the topic, at least one. */
    private record Found(Set<String> instances, long readAt) {}

    OtherReaders(TopicName topic, GroupContext context) {
        this.topic = topic;
        this.context = context;
    }

    /**
     * Returns how long a task that cannot be read here waits for another instance; null if none is left that may read it. The
     * delay grows, so that instances that are busy get their chance.
     */
    @Nullable
    Duration returnAfter(TaskExecution execution) {
        Set<String> left = new HashSet<>(others());
        if (left.isEmpty()) {
            return null;
        }
        int returns = 0;
        int attempt = execution.number();
        for (FailedAttempt failed : failedAttempts(execution.id())) {
            // The number does not decrease at the end of an earlier occurrence, or of the time before a requeue.
            if (!UNREADABLE.equals(failed.type()) || failed.attempt() >= attempt) {
                break;
            }
            attempt = failed.attempt();
            left.remove(failed.instance());
            returns++;
        }
        return left.isEmpty() || returns == MAX_RETURNS ? null : Duration.ofSeconds(returns);
    }

    private List<FailedAttempt> failedAttempts(String id) {
        TaskInfo task =
                context.backend().tasks().find(topic.group(), List.of(id)).get(0);
        return task == null ? List.of() : task.failedAttempts();
    }

    private Set<String> others() {
        Found known = found;
        long now = context.time().now();
        if (known != null && now - known.readAt() < FRESH) {
            return known.instances();
        }
        Set<String> others = readOthers();
        found = others.isEmpty() ? null : new Found(others, now);
        return others;
    }

    private Set<String> readOthers() {
        InstanceStore.Heartbeats heartbeats = context.backend().instances().heartbeats(topic.group());
        return HeartbeatReader.read(topic.group(), heartbeats.storeTime(), heartbeats.all()).stream()
                .filter(info ->
                        !info.gone() && !info.instance().equals(context.instance()) && info.mayConsume(topic.topic()))
                .map(InstanceInfo::instance)
                .collect(Collectors.toUnmodifiableSet());
    }
}
