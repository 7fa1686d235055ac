package io.delayqueue.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeclarationsTests {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 10);

    private final Declarations declarations = new Declarations(Set.of(), now::get);

    private final TopicName topic = new TopicName("g", "t");

    @Test
    void groupThatDoesNotExistShouldBeLetGoSomeTimeAfterTheLastPull() {
        assertThat(declarations.pull(topic)).isTrue();
        assertThat(declarations.pull(topic)).isFalse();
        assertThat(declarations.awaited()).containsExactly("g");
        assertThat(declarations.groups()).isEmpty();
        now.addAndGet(Declarations.AWAITED_NANOS);
        declarations.pull(topic);
        now.addAndGet(Declarations.AWAITED_NANOS);
        assertThat(declarations.awaited()).containsExactly("g");
        assertThat(declarations.isPulled(topic)).isTrue();
        now.incrementAndGet();
        assertThat(declarations.awaited()).isEmpty();
        assertThat(declarations.isPulled(topic)).isFalse();
        assertThat(declarations.pull(topic)).isTrue();
    }

    @Test
    void topicThatExistsShouldStay() {
        declarations.pull(topic);
        declarations.declarePulled(topic);
        now.addAndGet(2 * Declarations.AWAITED_NANOS);
        assertThat(declarations.awaited()).isEmpty();
        assertThat(declarations.isPulled(topic)).isTrue();
        assertThat(declarations.pull(topic)).isFalse();
        assertThat(declarations.isDeclaredPull(topic)).isTrue();
        assertThat(declarations.groups()).containsExactly("g");
    }

    @Test
    void latestPullsShouldBeAwaitedIfThereAreTooMany() {
        IntStream.range(0, 2 * Declarations.MAX_AWAITED).forEach(i -> {
            declarations.pull(new TopicName("g" + i, "t"));
            now.incrementAndGet();
        });
        assertThat(declarations.awaited())
                .hasSize(Declarations.MAX_AWAITED)
                .contains("g" + (2 * Declarations.MAX_AWAITED - 1))
                .doesNotContain("g0");
    }
}
