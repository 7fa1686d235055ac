package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The register of every store. */
public abstract class RegistryStoreContract extends BackendFixture {

    private final TopicName other = new TopicName(group, "u");

    protected RegistryStoreContract(Backend backend) {
        super(backend);
    }

    private RegistryStore registry() {
        return backend.registry();
    }

    @AfterEach
    void unregister() {
        registry().unregisterGroup(group);
    }

    @Test
    void aGroupIsRegisteredOnce() {
        assertThat(registry().topics(group)).isNull();
        assertThat(registry().load()).doesNotContainKey(group);
        assertThat(registry().registerGroup(group)).isTrue();
        assertThat(registry().registerGroup(group)).isFalse();
        assertThat(registry().topics(group)).isEmpty();
        assertThat(registry().load()).containsEntry(group, Set.of());
    }

    @Test
    void declaredTasksShouldBeRecordedForTheirGroup() {
        assertThat(registry().undeclared(group, List.of("a", "b"))).containsExactly("a", "b");
        registry().recordDeclared(group, "b");
        registry().recordDeclared(group, "b");
        assertThat(registry().undeclared(group, List.of("a", "b"))).containsExactly("a");
        assertThat(registry().undeclared(group + "-other", List.of("b"))).containsExactly("b");
    }

    @Test
    void topicsAreRegisteredWithTheirGroups() {
        assertThat(registry().registerTopics(List.of())).isFalse();
        assertThat(registry().registerTopics(List.of(topic))).isTrue();
        assertThat(registry().registerTopics(List.of(topic, other))).isTrue();
        assertThat(registry().registerTopics(List.of(other, topic))).isFalse();
        assertThat(registry().registerGroup(group)).isFalse();
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("t", "u");
        assertThat(registry().load().get(group)).containsExactlyInAnyOrder("t", "u");
    }

    @Test
    void theLastTopicsGroupStays() {
        registry().registerTopics(List.of(topic, other));
        assertThat(registry().unregisterTopic(topic)).isTrue();
        assertThat(registry().unregisterTopic(topic)).isFalse();
        assertThat(registry().topics(group)).containsExactly("u");
        assertThat(registry().unregisterTopic(other)).isTrue();
        assertThat(registry().topics(group)).isEmpty();
    }

    @Test
    void aGroupGoesWithItsTopics() {
        registry().registerTopics(List.of(topic));
        assertThat(registry().unregisterGroup(group)).isTrue();
        assertThat(registry().unregisterGroup(group)).isFalse();
        assertThat(registry().unregisterTopic(topic)).isFalse();
        assertThat(registry().topics(group)).isNull();
    }

    @Test
    void lostNamesShouldBeRegisteredAgain() {
        assertThat(registry().restore(Map.of())).isFalse();
        assertThat(registry().restore(Map.of(group, Set.of("t", "u")))).isTrue();
        assertThat(registry().restore(Map.of(group, Set.of("t", "u")))).isFalse();
        assertThat(registry().restore(Map.of(group, Set.of()))).isFalse();
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("t", "u");
        String other = group + "-2";
        assertThat(registry().restore(Map.of(other, Set.of()))).isTrue();
        assertThat(registry().topics(other)).isEmpty();
        registry().unregisterGroup(other);
    }

    @Test
    void removedTopicShouldNotBeRestoredUntilItIsRegistered() {
        registry().registerTopics(List.of(topic, other));
        registry().unregisterTopic(topic);
        assertThat(registry().restore(Map.of(group, Set.of("t", "u", "v")))).isTrue();
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("u", "v");
        assertThat(registry().restore(Map.of(group, Set.of("t")))).isFalse();
        registry().registerTopics(List.of(topic));
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("t", "u", "v");
    }

    @Test
    void removedGroupShouldNotBeRestoredUntilItIsRegistered() {
        registry().registerTopics(List.of(topic, other));
        registry().unregisterGroup(group);
        assertThat(registry().restore(Map.of(group, Set.of("t", "u", "v")))).isFalse();
        assertThat(registry().topics(group)).isNull();
        assertThat(registry().registerGroup(group)).isTrue();
        assertThat(registry().restore(Map.of(group, Set.of("t", "u", "v")))).isTrue();
        assertThat(registry().topics(group)).containsExactly("v");
        registry().registerTopics(List.of(topic));
        assertThat(registry().restore(Map.of(group, Set.of("u")))).isFalse();
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("t", "v");
    }

    @Test
    void unusedTopicOrGroupThatIsDeclaredShouldBeRestored() {
        registry().registerTopics(List.of(topic, other));
        assertThat(registry().unregisterUnused(group, "t")).isTrue();
        assertThat(registry().unregisterUnused(group, "t")).isFalse();
        assertThat(registry().topics(group)).containsExactly("u");
        assertThat(registry().unregistered()).contains(topic).doesNotContain(other);
        assertThat(registry().restore(Map.of(group, Set.of("t")))).isTrue();
        assertThat(registry().unregistered()).doesNotContain(topic);
        assertThat(registry().unregisterUnused(group, null)).isTrue();
        assertThat(registry().unregisterUnused(group, null)).isFalse();
        assertThat(registry().topics(group)).isNull();
        assertThat(registry().unregistered()).contains(topic, other);
        assertThat(registry().restore(Map.of(group, Set.of("t")))).isTrue();
        assertThat(registry().topics(group)).containsExactly("t");
    }

    @Test
    void removalOfWhatIsNotRegisteredShouldBeRememberedToo() {
        assertThat(registry().unregisterTopic(topic)).isFalse();
        assertThat(registry().restore(Map.of(group, Set.of("t")))).isTrue();
        assertThat(registry().topics(group)).isEmpty();
        assertThat(registry().unregisterGroup(group)).isTrue();
        assertThat(registry().unregisterGroup(group)).isFalse();
        assertThat(registry().restore(Map.of(group, Set.of()))).isFalse();
    }

    @Test
    void restoredTopicShouldForgetNoRemoval() {
        registry().registerTopics(List.of(topic, other));
        registry().unregisterTopic(topic);
        registry().restore(Map.of(group, Set.of("t", "u")));
        registry().unregisterTopic(other);
        assertThat(registry().restore(Map.of(group, Set.of("t", "u")))).isFalse();
        assertThat(registry().topics(group)).isEmpty();
    }

    @Test
    void oldestRemovalsShouldBeForgotten() {
        registry().registerTopics(List.of(topic));
        registry().unregisterTopic(topic);
        List<TopicName> many = IntStream.range(0, 10_001)
                .mapToObj(i -> new TopicName(group + "-many", "t" + i))
                .toList();
        registry().registerTopics(many);
        registry().unregisterGroup(group + "-many");
        assertThat(registry().restore(Map.of(group + "-many", Set.of("t0", "t10000"))))
                .isFalse();
        assertThat(registry().restore(Map.of(group, Set.of("t")))).isTrue();
        assertThat(registry().topics(group)).containsExactly("t");
    }

    @Test
    void topicThatIsNotRegisteredShouldBeRecordedUntilItIs() {
        registry().registerTopics(List.of(topic));
        assertThat(registry().recordUnregistered(List.of(topic, other))).containsExactly(other);
        assertThat(registry().unregistered()).contains(other).doesNotContain(topic);
        registry().registerTopics(List.of(other));
        assertThat(registry().unregistered()).doesNotContain(topic, other);
        assertThat(registry().recordUnregistered(List.of(topic, other))).isEmpty();
        assertThat(registry().recordUnregistered(List.of())).isEmpty();
    }

    @Test
    void topicOfAnUnknownGroupShouldBeRecordedUntilItIsRestored() {
        assertThat(registry().recordUnregistered(List.of(topic))).containsExactly(topic);
        assertThat(registry().topics(group)).isNull();
        registry().restore(Map.of(group, Set.of("t")));
        assertThat(registry().unregistered()).doesNotContain(topic);
    }

    @Test
    void removedTopicsShouldBeRecordedBecauseTheyMayHaveTasks() {
        registry().registerTopics(List.of(topic, other));
        registry().unregisterTopic(topic);
        assertThat(registry().unregistered()).contains(topic).doesNotContain(other);
        registry().unregisterGroup(group);
        assertThat(registry().unregistered()).contains(topic, other);
        TopicName never = new TopicName(group, "never");
        registry().unregisterTopic(never);
        assertThat(registry().unregistered()).doesNotContain(never);
    }

    @Test
    void topicThatWasRecordedLatelyShouldNotBeForgotten() {
        registry().recordUnregistered(List.of(topic));
        registry().forgetUnregistered(List.of(topic, other));
        registry().forgetUnregistered(List.of());
        assertThat(registry().unregistered()).contains(topic);
    }

    @Test
    void recordsShouldBeBounded() {
        List<TopicName> many = IntStream.rangeClosed(0, RegistryStore.MAX_UNREGISTERED)
                .mapToObj(i -> new TopicName(group, "t" + i))
                .toList();
        registry().recordUnregistered(List.of(topic));
        assertThat(registry().recordUnregistered(many)).hasSameSizeAs(many);
        assertThat(registry().unregistered())
                .hasSize(RegistryStore.MAX_UNREGISTERED)
                .doesNotContain(topic);
    }

    @Test
    void removedGroupShouldLeaveTheRecordsOfOthers() {
        List<TopicName> many = IntStream.rangeClosed(0, RegistryStore.MAX_UNREGISTERED)
                .mapToObj(i -> new TopicName(group, "t" + i))
                .toList();
        TopicName mistaken = new TopicName(group + "-mistaken", "t");
        registry().recordUnregistered(List.of(mistaken));
        registry().registerTopics(many);
        registry().unregisterGroup(group);
        assertThat(registry().unregistered()).contains(mistaken);
        assertThat(registry().unregistered().stream()
                        .filter(name -> name.group().equals(group)))
                .hasSize(RegistryStore.MAX_OF_GROUP);
    }
}
