package io.delayqueue.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.BatchCallback;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TopicName;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.KeyOrder.OnRetry;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeclaredLimitsTests {

    private static final Limit STRIPE = Limit.of("orders", "stripe").concurrency(8);

    private final DeclaredLimits limits = new DeclaredLimits();

    private final TopicCallbacks callbacks = new TopicCallbacks();

    private void callback(String group, String topic, TopicOptions options) {
        TaskCallback<String> one = (payload, context) -> {};
        BatchCallback<String> many = (messages, context) -> {};
        TaskCallback<?> callback = options.batch() == null ? one : many;
        callbacks.add(new TopicCallback(new TopicName(group, topic), String.class, callback, options, "here"));
    }

    @Test
    void topicsShouldHaveTheirLimitsAndTheirOwnOne() {
        limits.add(STRIPE);
        limits.add(Limit.of("mails", "smtp").rate(5, TimeUnit.MINUTES));
        callback(
                "orders",
                "refund",
                TopicOptions.builder()
                        .limits(new TopicLimits(null, null, Set.of("stripe")))
                        .build());
        callback(
                "orders",
                "charge",
                TopicOptions.builder()
                        .limits(new TopicLimits(4, Rate.valueOf("10/m"), Set.of("stripe")))
                        .build());
        callback(
                "orders",
                "remind",
                TopicOptions.builder()
                        .keyOrder(new KeyOrder(2, OnRetry.LET_PASS))
                        .build());
        callback(
                "orders",
                "sync",
                TopicOptions.builder()
                        .batch(new BatchOptions(100, 50, Duration.ofSeconds(2)))
                        .build());
        callback("reports", "nightly", TopicOptions.DEFAULT);
        assertThat(limits.with(callbacks))
                .containsOnlyKeys("orders", "mails", "reports")
                .satisfies(all -> {
                    assertThat(all.get("orders").limits())
                            .containsExactlyInAnyOrder(
                                    STRIPE,
                                    Limit.of("orders", "charge").concurrency(4).rate(10, TimeUnit.MINUTES));
                    assertThat(all.get("orders").topics())
                            .isEqualTo(Map.of(
                                    "charge",
                                    new LeaseRule(List.of("charge", "stripe"), null, 1, 0),
                                    "refund",
                                    new LeaseRule(List.of("stripe"), null, 1, 0),
                                    "remind",
                                    new LeaseRule(List.of(), new KeyOrder(2, OnRetry.LET_PASS), 1, 0),
                                    "sync",
                                    new LeaseRule(List.of(), null, 50, 2_000)));
                    assertThat(all.get("mails").topics()).isEmpty();
                    assertThat(all.get("reports").limits()).isEmpty();
                });
    }

    /** Several beans can inherit an annotation. */
    @Test
    void sameDeclarationShouldCountOnce() {
        limits.add(STRIPE);
        limits.add(Limit.of("orders", "stripe").concurrency(8));
        assertThat(limits.with(callbacks).get("orders").limits()).containsExactly(STRIPE);
    }

    @Test
    void limitWithTheNameOfATopicShouldBeRefusedOnlyBesideTheOwnLimitOfTheTopic() {
        limits.add(Limit.of("orders", "charge").concurrency(1));
        limits.add(Limit.of("orders", "refund").concurrency(1));
        callback(
                "orders",
                "refund",
                TopicOptions.builder()
                        .limits(new TopicLimits(null, null, Set.of("refund")))
                        .build());
        callback(
                "other",
                "charge",
                TopicOptions.builder()
                        .limits(new TopicLimits(1, null, Set.of()))
                        .build());
        assertThat(limits.with(callbacks)).containsOnlyKeys("orders", "other");
        callback(
                "orders",
                "charge",
                TopicOptions.builder()
                        .limits(new TopicLimits(null, Rate.valueOf("1/s"), Set.of()))
                        .build());
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> limits.with(callbacks))
                .satisfies(refusal -> assertThat(refusal.field()).isEqualTo("limits"));
    }
}
