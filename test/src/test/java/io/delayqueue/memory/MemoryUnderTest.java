package io.delayqueue.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.StoreUnderTest;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Store in memory for the contracts of stores. */
public final class MemoryUnderTest implements StoreUnderTest {

    private final InMemoryBackend backend;

    public MemoryUnderTest() {
        this(new InMemoryBackend(Clock.systemUTC()));
    }

    MemoryUnderTest(InMemoryBackend backend) {
        this.backend = backend;
    }

    @Override
    public TaskStore tasks() {
        return backend.tasks();
    }

    @Override
    public TopicStore topics() {
        return backend.topics();
    }

    @Override
    public InstanceStore instances() {
        return backend.instances();
    }

    @Override
    public void audit(String name) {
        MemoryGroup group = backend.store().group(name);
        group.step(now -> {
            Map<String, List<TaskState>> states = new HashMap<>();
            group.tasks.keySet().forEach(id -> states.put(id, new ArrayList<>()));
            group.topics().forEach((topicName, topic) -> {
                found(topic.delayed, TaskState.DELAYED, states);
                found(topic.reserved, TaskState.RESERVED, states);
                found(topic.dead, TaskState.DEAD, states);
                for (Priority priority : Priority.values()) {
                    found(topic.ready(priority), TaskState.READY, states);
                }
                if (topic.next() != TaskOrder.NEVER) {
                    assertThat(group.agenda.due(Math.max(now.millis(), topic.next()), Integer.MAX_VALUE))
                            .as("topics that are checked in time for " + topicName)
                            .contains(topicName);
                }
            });
            assertThat(states)
                    .allSatisfy((id, found) ->
                            assertThat(found).as("states of " + id).containsExactly(group.tasks.get(id).state));
            return true;
        });
    }

    private static void found(TaskOrder order, TaskState state, Map<String, List<TaskState>> states) {
        for (StoredTask task : order.all()) {
            assertThat(order.get(task.place)).isSameAs(task);
            assertThat(states).as("tasks that are there").containsKey(task.id);
            states.get(task.id).add(state);
        }
    }
}
