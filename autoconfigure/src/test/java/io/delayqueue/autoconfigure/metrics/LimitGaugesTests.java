package io.delayqueue.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.store.Backend;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.Rules;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TestPorts;
import io.delayqueue.store.TopicStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LimitGaugesTests {

    private static final List<TopicForecast> COUNTED = List.of(counted("charge", 0, false, null));

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private final DelayQueueEngine engine = mock();

    private final DelayQueueInspector inspector = mock();

    /** Texts of the rules by topic. */
    private final Map<String, String> rules = new HashMap<>();

    private int readings;

    private final LimitStore store = new LimitStore() {
        @Override
        public TopicStore topics() {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> T change(String group, @Nullable String field, Function<Rules, T> change) {
            readings++;
            return change.apply(new Rules(group, rules));
        }
    };

    private final LimitGauges gauges =
            new LimitGauges(engine, new TopicLimit(10), 2, new QueueGauges(registry, TimeUnit.MINUTES.toNanos(1)));

    @BeforeEach
    void prepare() {
        given(engine.name()).willReturn("default");
        given(engine.inspector()).willReturn(inspector);
        given(engine.backend())
                .willReturn(TestPorts.answering(
                        Backend.class,
                        (method, arguments) -> method.getReturnType() == LimitStore.class ? store : null));
    }

    private static TopicForecast counted(String topic, long ready, boolean paused, @Nullable Instant heldUntil) {
        TaskCounts counts =
                new TaskCounts(new TopicName("orders", topic), 0, ready, 0, 0, paused, heldUntil, Duration.ZERO, 0, 0);
        return new TopicForecast(counts, Instant.EPOCH, List.of());
    }

    private static TopicForecast counted(String topic, long ready, long behind, Duration overdue) {
        TaskCounts counts =
                new TaskCounts(new TopicName("orders", topic), 0, ready, 0, 0, false, null, overdue, behind, 0);
        return new TopicForecast(counts, Instant.EPOCH, List.of());
    }

    private static LimitInfo info(Limit limit, long running, @Nullable Instant heldUntil) {
        return new LimitInfo(limit, limit, running, 7, heldUntil, null, List.of("charge"));
    }

    private @Nullable Double value(String gauge, String limit) {
        Gauge found = registry.find("delayqueue.limit." + gauge)
                .tags("queue", "default", "group", "orders", "limit", limit)
                .gauge();
        return found == null ? null : found.value();
    }

    @Test
    void limitsShouldHaveGaugesAsOfTheLastCount() {
        Limit stripe = Limit.of("orders", "stripe").concurrency(8);
        Limit mail = Limit.of("orders", "mail").rate(5, TimeUnit.SECONDS);
        given(inspector.limits("orders"))
                .willReturn(List.of(info(mail, 1, Instant.EPOCH), info(stripe, 3, null)))
                .willReturn(List.of(info(stripe, 4, null)));
        gauges.forecast("orders", COUNTED);
        assertThat(value("running", "stripe")).isEqualTo(3);
        assertThat(value("waiting", "stripe")).isEqualTo(7);
        assertThat(value("concurrency", "stripe")).isEqualTo(8);
        assertThat(value("concurrency", "mail")).isNull();
        assertThat(value("held", "stripe")).isZero();
        assertThat(value("held", "mail")).isEqualTo(1);
        gauges.forecast("orders", COUNTED);
        assertThat(value("running", "stripe")).isEqualTo(4);
        assertThat(value("running", "mail")).isNull();
        gauges.forecast("orders", List.of());
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void limitsShouldHaveGaugesUpToTheMaximum() {
        given(inspector.limits("orders"))
                .willReturn(List.of("a", "b", "c").stream()
                        .map(name -> info(Limit.of("orders", name).concurrency(1), 0, null))
                        .toList());
        gauges.forecast("orders", COUNTED);
        assertThat(value("running", "b")).isZero();
        assertThat(value("running", "c")).isNull();
    }

    private @Nullable Double blocked(String topic, String reason) {
        Gauge found = registry.find("delayqueue.tasks.blocked")
                .tags("queue", "default", "group", "orders", "topic", topic, "reason", reason)
                .gauge();
        return found == null ? null : found.value();
    }

    @Test
    void readyTasksThatMayNotBeginShouldBeCountedByTheirReason() {
        Limit stripe = Limit.of("orders", "stripe").concurrency(8);
        given(inspector.limits("orders"))
                .willReturn(List.of(info(stripe, 8, null)))
                .willReturn(List.of(info(stripe, 7, null)));
        TopicForecast paused = counted("mail", 5, true, null);
        TopicForecast held = counted("sms", 6, true, Instant.EPOCH);
        TopicForecast limited = counted("charge", 7, false, null);
        TopicForecast free = counted("refund", 8, false, null);
        gauges.forecast("orders", List.of(paused, held, limited, free));
        assertThat(blocked("mail", "paused")).isEqualTo(5);
        assertThat(blocked("sms", "held")).isEqualTo(6);
        assertThat(blocked("charge", "limit")).isEqualTo(7);
        assertThat(registry.find("delayqueue.tasks.blocked").gauges()).hasSize(3);
        gauges.forecast("orders", List.of(counted("mail", 0, true, null), limited, free));
        assertThat(registry.find("delayqueue.tasks.blocked").gauges()).isEmpty();
        assertThat(value("running", "stripe")).isEqualTo(7);
    }

    @Test
    void pausedTopicOfAGroupWithoutLimitsShouldHaveAGaugeUntilItsGroupIsGone() {
        given(inspector.limits("orders")).willReturn(List.of());
        gauges.forecast("orders", List.of(counted("mail", 5, true, null)));
        assertThat(blocked("mail", "paused")).isEqualTo(5);
        gauges.forecast("orders", List.of());
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void tasksBehindShouldBeBlockedByTheirKeyUnlessTheirTopicIsBlocked() {
        Limit stripe = Limit.of("orders", "stripe").concurrency(8);
        given(inspector.limits("orders"))
                .willReturn(List.of(info(stripe, 7, null)))
                .willReturn(List.of(info(stripe, 8, null)));
        TopicForecast charge = counted("charge", 10, 4, Duration.ZERO);
        gauges.forecast("orders", List.of(charge));
        assertThat(blocked("charge", "key")).isEqualTo(4);
        assertThat(registry.find("delayqueue.tasks.blocked").gauges()).hasSize(1);
        gauges.forecast("orders", List.of(charge));
        assertThat(blocked("charge", "limit")).isEqualTo(10);
        assertThat(registry.find("delayqueue.tasks.blocked").gauges()).hasSize(1);
    }

    @Test
    void tasksThatWaitForMoreOfABatchShouldBeBlocked() {
        rules.put("sync", "0|" + new LeaseRule(List.of(), null, 50, 2_000).text());
        rules.put("post", "0|" + new LeaseRule(List.of(), KeyOrder.DEFAULT, 1, 0).text());
        given(inspector.limits("orders")).willReturn(List.of());
        Duration waited = Duration.ofMillis(1_999);
        gauges.forecast("orders", List.of(counted("sync", 49, 3, waited), counted("post", 5, 0, waited)));
        assertThat(blocked("sync", "batch")).isEqualTo(46);
        assertThat(blocked("sync", "key")).isEqualTo(3);
        assertThat(registry.find("delayqueue.tasks.blocked").gauges()).hasSize(2);
        gauges.forecast("orders", List.of(counted("sync", 50, 0, waited)));
        assertThat(registry.find("delayqueue.tasks.blocked").gauges()).isEmpty();
        gauges.forecast("orders", List.of(counted("sync", 50, 3, waited)));
        assertThat(blocked("sync", "key")).isEqualTo(3);
        assertThat(registry.find("delayqueue.tasks.blocked").gauges()).hasSize(1);
        gauges.forecast("orders", List.of(counted("sync", 49, 0, Duration.ofSeconds(2))));
        assertThat(registry.find("delayqueue.tasks.blocked").gauges()).isEmpty();
    }

    @Test
    void rulesThatCouldNotBeReadShouldBeReadAtTheNextCount() {
        rules.put("sync", "0|" + new LeaseRule(List.of(), null, 50, 2_000).text());
        given(inspector.limits("orders"))
                .willThrow(new TaskStoreException("for the test", null))
                .willReturn(List.of());
        List<TopicForecast> counted = List.of(counted("sync", 1, 0, Duration.ZERO));
        assertThatExceptionOfType(TaskStoreException.class).isThrownBy(() -> gauges.forecast("orders", counted));
        gauges.forecast("orders", counted);
        assertThat(blocked("sync", "batch")).isEqualTo(1);
    }

    @Test
    void groupWithoutLimitsShouldBeReadRarely() {
        given(inspector.limits("orders")).willReturn(List.of());
        for (int i = 0; i < 20; i++) {
            gauges.forecast("orders", COUNTED);
        }
        then(inspector).should(times(2)).limits("orders");
        assertThat(readings).isEqualTo(2);
    }
}
