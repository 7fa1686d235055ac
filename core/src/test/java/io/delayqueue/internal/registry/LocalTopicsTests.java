package io.delayqueue.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.TopicName;
import io.delayqueue.pull.NotPullableException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocalTopicsTests {

    private final LocalTopics localTopics = new LocalTopics(Set.of("off"), true, false);

    private final TopicName topic = new TopicName("g", "t");

    private final TopicName other = new TopicName("g", "u");

    @Test
    void pulledTopicShouldBeDeclaredUntilItIsRemoved() {
        localTopics.pull(topic);
        assertThat(localTopics.declared()).isEqualTo(Map.of("g", Set.of("t")));
        assertThat(localTopics.contains(topic)).as("its tasks run by callbacks").isFalse();
        localTopics.remove(topic);
        assertThat(localTopics.isPulled(topic)).isFalse();
        assertThat(localTopics.declared()).isEqualTo(Map.of("g", Set.of()));
        localTopics.pull(topic);
        localTopics.remove("g");
        assertThat(localTopics.isPulled(topic)).isFalse();
        assertThat(localTopics.declared()).isEmpty();
    }

    @Test
    void topicWithACallbackShouldStayThoughItWasFoundUnused() {
        localTopics.consume(Set.of(topic));
        localTopics.add(other);
        localTopics.removeUnused(topic);
        localTopics.removeUnused("g");
        assertThat(localTopics.declared()).isEqualTo(Map.of("g", Set.of("t")));
        assertThatThrownBy(() -> localTopics.requirePullable(topic)).isInstanceOf(NotPullableException.class);
        localTopics.consume(Set.of());
        localTopics.removeUnused("g");
        assertThat(localTopics.declared()).isEmpty();
    }

    @Test
    void topicOfADisabledGroupShouldNotBePulled() {
        assertThatThrownBy(() -> localTopics.requirePullable(new TopicName("off", "t")))
                .isInstanceOf(NotPullableException.class);
        localTopics.requirePullable(topic);
    }
}
