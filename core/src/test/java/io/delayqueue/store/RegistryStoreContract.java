package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
        registry().unregister(group, null);
    }

    @Test
    void aGroupIsRegisteredOnce() {
        assertThat(registry().topics(group)).isNull();
        assertThat(registry().load()).doesNotContainKey(group);
        assertThat(registry().register(group, List.of())).isTrue();
        assertThat(registry().register(group, List.of())).isFalse();
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
        assertThat(registry().register(group, List.of("t"))).isTrue();
        assertThat(registry().register(group, List.of("t", "u"))).isTrue();
        assertThat(registry().register(group, List.of("u", "t"))).isFalse();
        assertThat(registry().register(group, List.of())).isFalse();
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("t", "u");
        assertThat(registry().load().get(group)).containsExactlyInAnyOrder("t", "u");
    }

    @Test
    void theLastTopicsGroupStays() {
        registry().register(group, List.of("t", "u"));
        assertThat(registry().unregister(group, "t")).isTrue();
        assertThat(registry().unregister(group, "t")).isFalse();
        assertThat(registry().topics(group)).containsExactly("u");
        assertThat(registry().unregister(group, "u")).isTrue();
        assertThat(registry().topics(group)).isEmpty();
    }

    @Test
    void aGroupGoesWithItsTopics() {
        registry().register(group, List.of("t"));
        assertThat(registry().unregister(group, null)).isTrue();
        assertThat(registry().unregister(group, null)).isFalse();
        assertThat(registry().unregister(group, "t")).isFalse();
        assertThat(registry().topics(group)).isNull();
    }

    @Test
    void lostNamesShouldBeRegisteredAgain() {
        assertThat(registry().restore(group, List.of("t", "u"))).isTrue();
        assertThat(registry().restore(group, List.of("t", "u"))).isFalse();
        assertThat(registry().restore(group, List.of())).isFalse();
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("t", "u");
        String other = group + "-2";
        assertThat(registry().restore(other, List.of())).isTrue();
        assertThat(registry().topics(other)).isEmpty();
        registry().unregister(other, null);
    }

    @Test
    void removedTopicShouldNotBeRestoredUntilItIsRegistered() {
        registry().register(group, List.of("t", "u"));
        registry().unregister(group, "t");
        assertThat(registry().restore(group, List.of("t", "u", "v"))).isTrue();
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("u", "v");
        assertThat(registry().restore(group, List.of("t"))).isFalse();
        registry().register(group, List.of("t"));
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("t", "u", "v");
    }

    @Test
    void removedGroupShouldNotBeRestoredUntilItIsRegistered() {
        registry().register(group, List.of("t", "u"));
        registry().unregister(group, null);
        assertThat(registry().restore(group, List.of("t", "u", "v"))).isFalse();
        assertThat(registry().topics(group)).isNull();
        assertThat(registry().register(group, List.of())).isTrue();
        assertThat(registry().restore(group, List.of("t", "u", "v"))).isTrue();
        assertThat(registry().topics(group)).containsExactly("v");
        registry().register(group, List.of("t"));
        assertThat(registry().restore(group, List.of("u"))).isFalse();
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("t", "v");
    }

    @Test
    void unusedTopicOrGroupThatIsDeclaredShouldBeRestored() {
        registry().register(group, List.of("t", "u"));
        assertThat(registry().unregisterUnused(group, "t")).isTrue();
        assertThat(registry().unregisterUnused(group, "t")).isFalse();
        assertThat(registry().topics(group)).containsExactly("u");
        assertThat(registry().unregistered()).contains(topic).doesNotContain(other);
        assertThat(registry().restore(group, List.of("t"))).isTrue();
        assertThat(registry().unregistered()).doesNotContain(topic);
        assertThat(registry().unregisterUnused(group, null)).isTrue();
        assertThat(registry().unregisterUnused(group, null)).isFalse();
        assertThat(registry().topics(group)).isNull();
        assertThat(registry().unregistered()).contains(topic, other);
        assertThat(registry().restore(group, List.of("t"))).isTrue();
        assertThat(registry().topics(group)).containsExactly("t");
    }

    @Test
    void removalOfWhatIsNotRegisteredShouldBeRememberedToo() {
        assertThat(registry().unregister(group, "t")).isFalse();
        assertThat(registry().restore(group, List.of("t"))).isTrue();
        assertThat(registry().topics(group)).isEmpty();
        assertThat(registry().unregister(group, null)).isTrue();
        assertThat(registry().unregister(group, null)).isFalse();
        assertThat(registry().restore(group, List.of())).isFalse();
    }

    @Test
    void restoredTopicShouldForgetNoRemoval() {
        registry().register(group, List.of("t", "u"));
        registry().unregister(group, "t");
        registry().restore(group, List.of("t", "u"));
        registry().unregister(group, "u");
        assertThat(registry().restore(group, List.of("t", "u"))).isFalse();
        assertThat(registry().topics(group)).isEmpty();
    }

    @Test
    void oldestRemovalsShouldBeForgotten() {
        registry().register(group, List.of("t"));
        registry().unregister(group, "t");
        List<String> many = IntStream.range(0, 10_001).mapToObj(i -> "t" + i).toList();
        registry().register(group + "-many", many);
        registry().unregister(group + "-many", null);
        assertThat(registry().restore(group + "-many", List.of("t0", "t10000"))).isFalse();
        assertThat(registry().restore(group, List.of("t"))).isTrue();
        assertThat(registry().topics(group)).containsExactly("t");
    }

    @Test
    void topicThatIsNotRegisteredShouldBeRecordedUntilItIs() {
        registry().register(group, List.of("t"));
        registry().recordUnregistered(List.of(other));
        assertThat(registry().unregistered()).contains(other).doesNotContain(topic);
        registry().register(group, List.of("u"));
        assertThat(registry().unregistered()).doesNotContain(topic, other);
    }

    @Test
    void topicOfAnUnknownGroupShouldBeRecordedUntilItIsRestored() {
        registry().recordUnregistered(List.of(topic));
        assertThat(registry().unregistered()).contains(topic);
        assertThat(registry().topics(group)).isNull();
        registry().restore(group, List.of("t"));
        assertThat(registry().unregistered()).doesNotContain(topic);
    }

    @Test
    void recordsShouldBeForgottenAndTheNewestBeTheFirst() {
        registry().recordUnregistered(List.of(topic));
        registry().recordUnregistered(List.of(other));
        registry().recordUnregistered(List.of(topic));
        assertThat(registry().unregistered()).containsSubsequence(topic, other);
        registry().forgetUnregistered(List.of(topic, new TopicName(group, "never")));
        assertThat(registry().unregistered()).contains(other).doesNotContain(topic);
    }

    @Test
    void removedTopicsShouldBeRecordedBecauseTheyMayHaveTasks() {
        registry().register(group, List.of("t", "u"));
        registry().unregister(group, "t");
        assertThat(registry().unregistered()).contains(topic).doesNotContain(other);
        registry().unregister(group, null);
        assertThat(registry().unregistered()).contains(topic, other);
        registry().unregister(group, "never");
        assertThat(registry().unregistered()).doesNotContain(new TopicName(group, "never"));
    }

    @Test
    void recordsShouldBeBounded() {
        registry().recordUnregistered(List.of(topic));
        registry()
                .recordUnregistered(
                        many().map(name -> new TopicName(group, name)).toList());
        assertThat(registry().unregistered())
                .hasSize(RegistryStore.MAX_UNREGISTERED)
                .doesNotContain(topic);
    }

    private static Stream<String> many() {
        return IntStream.rangeClosed(0, RegistryStore.MAX_UNREGISTERED).mapToObj(i -> "t" + i);
    }

    @Test
    void removedGroupShouldLeaveTheRecordsOfOthers() {
        TopicName mistaken = new TopicName(group + "-mistaken", "t");
        registry().recordUnregistered(List.of(mistaken));
        registry().register(group, many().toList());
        registry().unregister(group, null);
        assertThat(registry().unregistered()).contains(mistaken);
        assertThat(registry().unregistered().stream()
                        .filter(name -> name.group().equals(group)))
                .hasSize(RegistryStore.MAX_OF_GROUP);
    }
}
