package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import java.util.List;
import java.util.Set;
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
        registry().cancelGroup(group);
    }

    @Test
    void aGroupIsRegisteredOnce() {
        assertThat(registry().topics(group)).isNull();
        assertThat(registry().load().groups()).doesNotContainKey(group);
        assertThat(registry().registerGroup(group)).isTrue();
        assertThat(registry().registerGroup(group)).isFalse();
        assertThat(registry().topics(group)).isEmpty();
        assertThat(registry().load().groups()).containsEntry(group, Set.of());
        assertThat(registry().load().epoch()).isNotNull();
    }

    @Test
    void topicsAreRegisteredWithTheirGroups() {
        assertThat(registry().registerTopics(List.of())).isFalse();
        assertThat(registry().registerTopics(List.of(topic))).isTrue();
        assertThat(registry().registerTopics(List.of(topic, other))).isTrue();
        assertThat(registry().registerTopics(List.of(other, topic))).isFalse();
        assertThat(registry().registerGroup(group)).isFalse();
        assertThat(registry().topics(group)).containsExactlyInAnyOrder("t", "u");
        assertThat(registry().load().groups().get(group)).containsExactlyInAnyOrder("t", "u");
    }

    @Test
    void theLastTopicsGroupStays() {
        registry().registerTopics(List.of(topic, other));
        assertThat(registry().cancelTopic(topic)).isTrue();
        assertThat(registry().cancelTopic(topic)).isFalse();
        assertThat(registry().topics(group)).containsExactly("u");
        assertThat(registry().cancelTopic(other)).isTrue();
        assertThat(registry().topics(group)).isEmpty();
    }

    @Test
    void aGroupGoesWithItsTopics() {
        registry().registerTopics(List.of(topic));
        assertThat(registry().cancelGroup(group)).isTrue();
        assertThat(registry().cancelGroup(group)).isFalse();
        assertThat(registry().cancelTopic(topic)).isFalse();
        assertThat(registry().topics(group)).isNull();
    }

    @Test
    void theRegistersLifeHasOneName() {
        registry().registerGroup(group);
        String epoch = registry().load().epoch();
        registry().registerTopics(List.of(topic));
        registry().cancelGroup(group);
        registry().registerGroup(group);
        assertThat(registry().load().epoch()).isEqualTo(epoch);
    }
}
