package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.EngineSettings;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.monitor.StoreFinding.Kind;
import io.delayqueue.redis.Durability;
import io.delayqueue.store.DeadLetterRetention;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class DelayQueuePropertiesTests {

    @Test
    void bindWhenNothingIsSetShouldGiveTheDefaultsOfTheEngine() {
        DelayQueueProperties properties = bind();
        assertThat(properties.enabled()).isTrue();
        assertThat(properties.defaultQueue()).isTrue();
        assertThat(properties.redis()).isNull();
        assertThat(properties.groups()).isEmpty();
        assertThat(properties.disabledGroups()).isEmpty();
        assertThat(properties.allowedCallbacks()).isEmpty();
        assertThat(properties.retry().toPolicy()).isEqualTo(ExponentialBackoff.DEFAULT);
        assertThat(properties.durability().toDurability()).isEqualTo(Durability.MASTER_ONLY);
        assertThat(properties.transactions().enabled()).isFalse();
        assertThat(properties.deadLetter().toRetention()).isEqualTo(DeadLetterRetention.ALL);
        assertThat(properties.toSettings(ExponentialBackoff.DEFAULT))
                .isEqualTo(new EngineSettings(
                        EngineSettings.DEFAULT.lease(),
                        EngineSettings.DEFAULT.shutdownTimeout(),
                        EngineSettings.DEFAULT.maxPayloadSize(),
                        TopicOptions.builder()
                                .concurrency(EngineSettings.DEFAULT_CONCURRENCY)
                                .retryPolicy(ExponentialBackoff.DEFAULT)
                                .build()));
    }

    @Test
    void bindShouldReadEveryProperty() {
        DelayQueueProperties properties = bind(
                "delayqueue.enabled=false",
                "delayqueue.default-queue=false",
                "delayqueue.namespace=staging",
                "delayqueue.lease=45s",
                "delayqueue.shutdown-timeout=7s",
                "delayqueue.max-payload-size=64KB",
                "delayqueue.store=memory",
                "delayqueue.concurrency=3",
                "delayqueue.ttr=2m",
                "delayqueue.blocked-after=7m",
                "delayqueue.max-attempts=9",
                "delayqueue.retry-for=2h",
                "delayqueue.max-hold=3h",
                "delayqueue.retry.initial-delay=100ms",
                "delayqueue.retry.multiplier=1.5",
                "delayqueue.retry.max-delay=3s",
                "delayqueue.retry.jitter=0.5",
                "delayqueue.durability.min-replicas=2",
                "delayqueue.durability.timeout=250ms",
                "delayqueue.redis-checks.ignore=no-persistence,evictions",
                "delayqueue.retry.no-retry-for=java.lang.IllegalArgumentException, java.io.IOException",
                "delayqueue.transactions.enabled=true",
                "delayqueue.dead-letter.max-age=14d",
                "delayqueue.dead-letter.max-count=1000",
                "delayqueue.mdc.enabled=false",
                "delayqueue.executor=applicationTaskExecutor",
                "delayqueue.observations.enabled=false",
                "delayqueue.health.stalled-after=1m",
                "delayqueue.health.max-lateness=5m",
                "delayqueue.health.timeout=500ms",
                "delayqueue.add-queue.max-tasks=7",
                "delayqueue.add-queue.max-size=2MB",
                "delayqueue.add-queue.max-wait=1s",
                "delayqueue.groups.orders=cancel,remind",
                "delayqueue.groups.mail=",
                "delayqueue.limits.orders.stripe.concurrency=8",
                "delayqueue.limits.orders.stripe.rate=100/s",
                "delayqueue.limits.orders.stripe.burst=20",
                "delayqueue.limits.orders[stripe.eu].rate=5/h",
                "delayqueue.history.orders.cancel.max-age=7d",
                "delayqueue.history.orders.cancel.max-size=64MB",
                "delayqueue.history.orders.cancel.result=true",
                "delayqueue.history.orders.cancel.outcomes=dead,finished",
                "delayqueue.disabled-groups=reports,audits",
                "delayqueue.consume=false",
                "delayqueue.start=ready",
                "delayqueue.drain-when-refusing-traffic=true",
                "delayqueue.allowed-callbacks=com.example.*,org.example.Mail");
        assertThat(properties)
                .isEqualTo(new DelayQueueProperties(
                        false,
                        false,
                        DelayQueueProperties.Store.MEMORY,
                        null,
                        "staging",
                        Duration.ofSeconds(45),
                        Duration.ofSeconds(7),
                        DataSize.ofKilobytes(64),
                        new DelayQueueProperties.AddQueue(7, DataSize.ofMegabytes(2), Duration.ofSeconds(1)),
                        3,
                        "applicationTaskExecutor",
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(7),
                        9,
                        Duration.ofHours(2),
                        Duration.ofHours(3),
                        new RetryProperties(
                                Duration.ofMillis(100),
                                1.5,
                                Duration.ofSeconds(3),
                                0.5,
                                List.of(IllegalArgumentException.class, IOException.class)),
                        new DelayQueueProperties.Durability(2, Duration.ofMillis(250)),
                        new DelayQueueProperties.RedisChecks(Set.of(Kind.NO_PERSISTENCE, Kind.EVICTIONS)),
                        new DelayQueueProperties.Transactions(true),
                        new DelayQueueProperties.DeadLetter(Duration.ofDays(14), 1000),
                        new DelayQueueProperties.Mdc(false),
                        new DelayQueueProperties.Observations(false, Duration.ofHours(1)),
                        new DelayQueueProperties.Health(
                                Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMillis(500)),
                        Map.of("orders", List.of("cancel", "remind"), "mail", List.of()),
                        Map.of(
                                "orders",
                                Map.of(
                                        "stripe",
                                        new LimitProperties(8, "100/s", 20),
                                        "stripe.eu",
                                        new LimitProperties(null, "5/h", null))),
                        Map.of(
                                "orders",
                                Map.of(
                                        "cancel",
                                        new HistoryProperties(
                                                Duration.ofDays(7),
                                                DataSize.ofMegabytes(64),
                                                false,
                                                true,
                                                Set.of(RecordedOutcome.DEAD, RecordedOutcome.FINISHED)))),
                        List.of("reports", "audits"),
                        false,
                        DelayQueueProperties.Start.READY,
                        true,
                        List.of("com.example.*", "org.example.Mail")));
    }

    @Test
    void toSettingsShouldHandEverythingToTheEngine() {
        DelayQueueProperties properties = bind(
                "delayqueue.lease=45s",
                "delayqueue.shutdown-timeout=0s",
                "delayqueue.max-payload-size=64KB",
                "delayqueue.concurrency=3",
                "delayqueue.ttr=1s",
                "delayqueue.max-attempts=1",
                "delayqueue.retry-for=1d",
                "delayqueue.max-hold=2d",
                "delayqueue.retry.no-retry-for[0]=java.io.IOException",
                "delayqueue.retry.no-retry-for[1]=java.io.IOException");
        RetryPolicy policy = failedAttempts -> Duration.ZERO;
        assertThat(properties.toSettings(policy))
                .isEqualTo(new EngineSettings(
                        Duration.ofSeconds(45),
                        Duration.ZERO,
                        64 * 1024,
                        TopicOptions.builder()
                                .concurrency(3)
                                .ttr(Duration.ofSeconds(1))
                                .maxAttempts(1)
                                .retryPolicy(policy)
                                .noRetryFor(Set.of(IOException.class))
                                .retryFor(Duration.ofDays(1))
                                .build(),
                        Duration.ofDays(2)));
    }

    @Test
    void toRetentionShouldHandBothLimitsToTheEngine() {
        assertThat(bind("delayqueue.dead-letter.max-age=2h", "delayqueue.dead-letter.max-count=7")
                        .deadLetter()
                        .toRetention())
                .isEqualTo(new DeadLetterRetention(Duration.ofHours(2), 7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop.orders_v2", "[shop.orders_v2]"})
    void bindWhenGroupHasDotsAndUnderscoresShouldKeepThem(String group) {
        assertThat(bind("delayqueue.groups." + group + "=cancel").groups())
                .isEqualTo(Map.of("shop.orders_v2", List.of("cancel")));
    }

    private static DelayQueueProperties bind(String... properties) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String property : properties) {
            values.put(property.substring(0, property.indexOf('=')), property.substring(property.indexOf('=') + 1));
        }
        Binder binder = new Binder(new MapConfigurationPropertySource(values));
        return binder.bindOrCreate("delayqueue", Bindable.of(DelayQueueProperties.class));
    }
}
