package io.delayqueue.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.StoreUnderTest;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Store in memory for the contracts of stores. */
public final class MemoryUnderTest implements StoreUnderTest {

    private final InMemoryBackend backend;

    public MemoryUnderTest() {
        this(Clock.systemUTC());
    }

    public MemoryUnderTest(Clock clock) {
        this(new InMemoryBackend(clock));
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
    public LimitStore limits() {
        return backend.limits();
    }

    @Override
    public HistoryStore history() {
        return backend.history();
    }

    @Override
    public boolean takeSignal(String group, String topic) {
        return backend.signals().await(List.of(new TopicName(group, topic)), "i", Duration.ZERO) != null;
    }

    /** Whether a task of a topic is ready and may be leased, but for the few milliseconds in which it is the turn of another topic. */
    public boolean mayLease(String group, String topic) {
        return backend.store().read(group, in -> {
            long from = in.topic(topic).mayLeaseAt;
            long now = in.now().millis();
            return in.mayLease(in.topic(topic)) && (from <= now || from > now + Limit.MAX_TOPICS);
        });
    }

    /** Whether a lease of a topic waits for a number of tasks. */
    public boolean waitsForBatches(String group, String topic) {
        return backend.store().read(group, in -> in.rules.rule(topic).least() > 1);
    }

    /** Whether the signal of a topic is set. */
    public boolean isSignalled(String group, String topic) {
        return backend.store().read(group, in -> in.topic(topic).signalled);
    }

    @Override
    public InstanceStore instances() {
        return backend.instances();
    }

    @Override
    public DeadLetterStore deadLetters() {
        return backend.deadLetters();
    }

    @Override
    public void audit(String name) {
        MemoryGroup group = backend.store().group(name);
        group.step(in -> {
            Map<String, List<TaskState>> states = new HashMap<>();
            in.tasks.keySet().forEach(id -> states.put(id, new ArrayList<>()));
            in.topics().forEach((topicName, topic) -> {
                for (TaskState state : TaskState.values()) {
                    topic.in(state).forEach((place, task) -> {
                        assertThat(task.place).isEqualTo(place);
                        assertThat(task.topic).isEqualTo(topicName);
                        assertThat(states).as("tasks that are there").containsKey(task.id);
                        states.get(task.id).add(state);
                    });
                }
                auditKeys(topic, states);
            });
            assertThat(states)
                    .allSatisfy((id, found) ->
                            assertThat(found).as("states of " + id).containsExactly(in.tasks.get(id).state));
            return true;
        });
    }

    /** Each ready or reserved task with a key has a place, or is behind of those that have all places. */
    private static void auditKeys(TopicTasks topic, Map<String, List<TaskState>> states) {
        topic.keys.behind.forEach((place, task) -> {
            assertThat(task.place).isEqualTo(place);
            assertThat(task.behind).as("behind: " + task.id).isTrue();
            assertThat(topic.keys.holders(String.valueOf(task.key)))
                    .isNotEmpty()
                    .doesNotContain(task);
            states.get(task.id).add(task.state);
        });
        for (TaskState state : List.of(TaskState.READY, TaskState.RESERVED)) {
            assertThat(topic.in(state).values()).allSatisfy(task -> {
                assertThat(task.behind).isFalse();
                assertThat(topic.keys.hasPlace(task)).as("place of " + task.id).isEqualTo(task.key != null);
            });
        }
        assertThat(topic.in(TaskState.DEAD).values()).noneMatch(topic.keys::hasPlace);
    }
}
