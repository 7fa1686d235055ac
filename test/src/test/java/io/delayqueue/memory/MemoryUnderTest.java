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
            found(group.delayed, TaskState.DELAYED, states);
            found(group.reserved, TaskState.RESERVED, states);
            group.topics().forEach((topicName, topic) -> {
                found(topic.dead, TaskState.DEAD, states);
                for (Priority priority : Priority.values()) {
                    found(topic.ready(priority), TaskState.READY, states);
                }
                assertThat(topic.delayed).isEqualTo(number(group.delayed, topicName));
                assertThat(topic.reserved).hasSize(number(group.reserved, topicName));
            });
            assertThat(states)
                    .allSatisfy((id, found) ->
                            assertThat(found).as("states of " + id).containsExactly(group.tasks.get(id).state));
            return true;
        });
    }

    private static void found(TaskOrder order, TaskState state, Map<String, List<TaskState>> states) {
        for (StoredTask task : order.first(Integer.MAX_VALUE)) {
            assertThat(order.get(task.place)).isSameAs(task);
            assertThat(states).as("tasks that are there").containsKey(task.id);
            states.get(task.id).add(state);
        }
    }

    private static int number(TaskOrder order, String topic) {
        return (int) order.first(Integer.MAX_VALUE).stream()
                .filter(task -> task.topic.equals(topic))
                .count();
    }
}
