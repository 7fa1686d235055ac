package io.delayqueue.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalTopicsTests {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 10);

    private final LocalTopics localTopics = new LocalTopics(Set.of(), true, now::get);

    private final TopicName topic = new TopicName("g", "t");

    @Test
    void groupThatDoesNotExistShouldBeLetGoSomeTimeAfterTheLastPull() {
        assertThat(localTopics.pull(topic)).isTrue();
        assertThat(localTopics.pull(topic)).isFalse();
        assertThat(localTopics.awaited()).containsExactly("g");
        assertThat(localTopics.groups()).isEmpty();
        now.addAndGet(LocalTopics.AWAITED_NANOS);
        localTopics.pull(topic);
        now.addAndGet(LocalTopics.AWAITED_NANOS);
        assertThat(localTopics.awaited()).containsExactly("g");
        assertThat(localTopics.isPulled(topic)).isTrue();
        now.incrementAndGet();
        assertThat(localTopics.awaited()).isEmpty();
        assertThat(localTopics.isPulled(topic)).isFalse();
        assertThat(localTopics.pull(topic)).isTrue();
    }

    @Test
    void topicThatExistsShouldStay() {
        localTopics.pull(topic);
        localTopics.declarePulled(topic);
        now.addAndGet(2 * LocalTopics.AWAITED_NANOS);
        assertThat(localTopics.awaited()).isEmpty();
        assertThat(localTopics.isPulled(topic)).isTrue();
        assertThat(localTopics.pull(topic)).isFalse();
        assertThat(localTopics.isDeclaredPull(topic)).isTrue();
        assertThat(localTopics.groups()).containsExactly("g");
    }

    @Test
    void latestPullsShouldBeAwaitedIfThereAreTooMany() {
        IntStream.range(0, 2 * LocalTopics.MAX_AWAITED).forEach(i -> {
            localTopics.pull(new TopicName("g" + i, "t"));
            now.incrementAndGet();
        });
        assertThat(localTopics.awaited())
                .hasSize(LocalTopics.MAX_AWAITED)
                .contains("g" + (2 * LocalTopics.MAX_AWAITED - 1))
                .doesNotContain("g0");
    }
}
