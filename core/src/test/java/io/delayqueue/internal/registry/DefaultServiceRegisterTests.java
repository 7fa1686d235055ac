package io.delayqueue.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ServiceRegister.Unregistration;
import io.delayqueue.TopicName;
import io.delayqueue.store.Backend;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.store.TopicStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DefaultServiceRegisterTests {

    private static final TopicName TOPIC = new TopicName("g", "t");

    private final LocalTopics localTopics = new LocalTopics(Set.of(), true, false);

    /** What this instance declares while the store removes an entry. */
    private final Map<String, Set<String>> declared = new HashMap<>();

    private final RegistryStore store = TestPorts.answering(RegistryStore.class, (method, arguments) -> {
        if (method.getName().equals("unregisterUnused")) {
            declared.putAll(localTopics.declared());
            return true;
        }
        return method.getName().equals("topics") ? Set.of(TOPIC.topic()) : true;
    });

    private final Backend backend =
            TestPorts.answering(Backend.class, (method, arguments) -> switch (method.getName()) {
                case "registry" -> store;
                case "topics" -> TestPorts.answering(TopicStore.class, (count, names) -> List.of());
                default ->
                    TestPorts.answering(
                            InstanceStore.class, (read, group) -> new InstanceStore.Heartbeats(0, Map.of()));
            });

    private final DefaultServiceRegister register = new DefaultServiceRegister(() -> backend, localTopics, () -> {});

    @Test
    void unusedTopicShouldNotBeDeclaredWhenTheMessageOfItsRemovalComes() {
        register.registerTopic(TOPIC.group(), TOPIC.topic());
        assertThat(register.cancelUnusedTopic(TOPIC.group(), TOPIC.topic())).isEqualTo(Unregistration.UNREGISTERED);
        assertThat(declared).containsExactly(Map.entry(TOPIC.group(), Set.of()));
    }

    @Test
    void unusedGroupShouldNotBeDeclaredWhenTheMessageOfItsRemovalComes() {
        register.registerTopic(TOPIC.group(), TOPIC.topic());
        assertThat(register.cancelUnusedGroup(TOPIC.group())).isEqualTo(Unregistration.UNREGISTERED);
        assertThat(declared).isEmpty();
    }
}
