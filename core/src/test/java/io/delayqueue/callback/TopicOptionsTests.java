package io.delayqueue.callback;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.history.HistoryRule;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.TopicLimits;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TopicOptionsTests {

    private static final List<UnaryOperator<TopicOptions.Builder>> EACH = List.of(
            options -> options.concurrency(1),
            options -> options.ttr(Duration.ofSeconds(1)),
            options -> options.maxAttempts(1),
            options -> options.retryPolicy(failed -> Duration.ZERO),
            options -> options.noRetryFor(Set.of(Exception.class)),
            options -> options.retryFor(Duration.ofSeconds(1)),
            options -> options.within(Duration.ofSeconds(1)),
            options -> options.whenExpired(WhenExpired.DROP),
            options -> options.limits(new TopicLimits(1, null, Set.of())),
            options -> options.keyOrder(KeyOrder.DEFAULT),
            options -> options.batch(new BatchOptions(2, 1, null)),
            options -> options.history(HistoryRule.of(Duration.ofDays(1), HistoryRule.MIN_SIZE)));

    @Test
    void eachOptionShouldBeCopiedAndCompared() {
        assertThat(EACH)
                .hasSameSizeAs(Stream.of(TopicOptions.Builder.class.getMethods())
                        .filter(method -> method.getReturnType() == TopicOptions.Builder.class)
                        .toList())
                .allSatisfy(option -> {
                    TopicOptions with = option.apply(TopicOptions.builder()).build();
                    assertThat(with).isNotEqualTo(TopicOptions.DEFAULT);
                    assertThat(with.toBuilder().build()).isEqualTo(with).hasSameHashCodeAs(with);
                });
    }

    @Test
    void optionsShouldBeWrittenWithTheirNames() {
        assertThat(TopicOptions.builder()
                        .concurrency(7)
                        .ttr(Duration.ofSeconds(3))
                        .build())
                .asString()
                .startsWith("TopicOptions{")
                .contains("concurrency=7", "ttr=PT3S");
    }

    @Test
    void optionsShouldNotChangeWithTheirBuilders() {
        TopicOptions.Builder builder = TopicOptions.builder();
        TopicOptions options = builder.build();
        builder.concurrency(1);
        options.toBuilder().concurrency(1);
        assertThat(options).isEqualTo(TopicOptions.DEFAULT);
    }
}
