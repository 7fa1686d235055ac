package io.delayqueue.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.Reference;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InUseTests {

    private final InUse<Object> values = new InUse<>(name -> new Object());

    @Test
    void valueThatIsHeldShouldBeTheSameForAll() {
        Object held = values.get("a");
        System.gc();
        assertThat(values.get("a")).isSameAs(held);
        assertThat(values.get("b")).isNotSameAs(held);
        Reference.reachabilityFence(held);
    }

    @Test
    void oneValueShouldBeMadeForThoseWhoMeet() {
        List<Object> all = IntStream.range(0, 10_000)
                .parallel()
                .mapToObj(i -> values.get("a"))
                .distinct()
                .toList();
        assertThat(all).hasSize(1);
    }

    @Test
    void namesThatAreNotUsedShouldLeaveNothing() {
        Object held = values.get("held");
        IntStream.range(0, 10_000).forEach(i -> values.get("n" + i));
        await().until(() -> {
            System.gc();
            return values.size() == 1;
        });
        assertThat(values.get("held")).isSameAs(held);
        Reference.reachabilityFence(held);
    }
}
