package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.properties.BadProperty;
import io.delayqueue.properties.PropertyMetadata;
import io.delayqueue.properties.StartupFailures;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Properties with invalid values: the application does not start, and the message names the property and the reason. */
class BadPropertiesTests {

    /** Case: name, value, and the reason in the message. */
    private static final String TABLE = """
            enabled                    | ture           | Invalid boolean value 'ture'
            enabled                    |                | A null value cannot be assigned to a primitive type
            default-queue              | ture           | Invalid boolean value 'ture'
            default-queue              |                | A null value cannot be assigned to a primitive type
            store                      | disk           | No enum constant io.delayqueue.autoconfigure.DelayQueueProperties.Store.disk
            redis.port                 | many           | For input string: "many"
            redis.database             | first          | For input string: "first"
            redis.timeout              | soon           | 'soon' is not a valid duration
            redis.connect-timeout      | soon           | 'soon' is not a valid duration
            redis.ssl.enabled          | sometimes      | Invalid boolean value 'sometimes'
            redis.cluster.max-redirects | many          | For input string: "many"
            redis.jedis.pool.enabled   | sometimes      | Invalid boolean value 'sometimes'
            redis.jedis.pool.max-active | many          | For input string: "many"
            redis.jedis.pool.max-idle  | many           | For input string: "many"
            redis.jedis.pool.min-idle  | many           | For input string: "many"
            redis.jedis.pool.max-wait  | soon           | 'soon' is not a valid duration
            redis.jedis.pool.time-between-eviction-runs | soon | 'soon' is not a valid duration
            queues.Billing.lease       | 40s            | delayqueue.queues: {queue}'Billing'
            queues.1st.lease           | 40s            | delayqueue.queues: {queue}'1st'
            queues[a.b].lease          | 40s            | delayqueue.queues: {queue}'a.b'
            queues.default.lease       | 40s            | delayqueue.queues: 'default' is the name of the queue under delayqueue.*; use another name
            queues.billing.enabled     | ture           | Invalid boolean value 'ture'
            queues.billing.transactions.enabled | ture  | Invalid boolean value 'ture'
            queues.billing.concurrency | many           | For input string: "many"
            queues.billing.concurrency | 0              | delayqueue.queues.billing.concurrency must be at least 1, but is 0
            queues.billing.retry.jitter | 2             | delayqueue.queues.billing.retry.jitter must be from 0 to 1, but is 2.0
            queues.billing.groups.a    | no way         | delayqueue.queues.billing.groups.a: topic {name}'no way'
            namespace                  | MONITOR        | delayqueue.namespace {namespace}'MONITOR'
            namespace                  |                | delayqueue.namespace {namespace}''
            namespace                  | a:b            | delayqueue.namespace {namespace}'a:b'
            namespace                  | {a}            | delayqueue.namespace {namespace}'{a}'
            namespace                  | a*             | delayqueue.namespace {namespace}'a*'
            queues.billing.namespace   | a b            | delayqueue.queues.billing.namespace {namespace}'a b'
            lease                      | soon           | 'soon' is not a valid duration
            lease                      | 999ms          | delayqueue.lease must be at least 1 second, but is 999ms
            lease                      | -30s           | delayqueue.lease must be at least 1 second, but is -30s
            lease                      | 36501d         | delayqueue.lease must be at most 36,500 days, but is 36501d
            shutdown-timeout           | a minute       | 'a minute' is not a valid duration
            shutdown-timeout           | -1ms           | delayqueue.shutdown-timeout must not be negative, but is -1ms
            shutdown-timeout           | 36501d         | delayqueue.shutdown-timeout must be at most 36,500 days, but is 36501d
            drain-when-refusing-traffic | perhaps       | Invalid boolean value 'perhaps'
            add-queue.max-tasks        | 0              | delayqueue.add-queue.max-tasks must be at least 1, but is 0
            add-queue.max-size         | 0B             | delayqueue.add-queue.max-size must be at least 1, but is 0
            add-queue.max-wait         | -1ms           | delayqueue.add-queue.max-wait must not be negative, but is -1ms
            add-queue.max-wait         | 36501d         | delayqueue.add-queue.max-wait must be at most 36,500 days, but is 36501d
            max-payload-size           | big            | 'big' does not match data size pattern
            max-payload-size           | 0B             | delayqueue.max-payload-size must be at least 1 byte and less than 2 GB, but is 0B
            max-payload-size           | -1GB           | delayqueue.max-payload-size must be at least 1 byte and less than 2 GB, but is -1073741824B
            max-payload-size           | 2GB            | delayqueue.max-payload-size must be at least 1 byte and less than 2 GB, but is 2147483648B
            concurrency                | many           | For input string: "many"
            concurrency                | 1.5            | For input string: "1.5"
            concurrency                | 2147483648     | For input string: "2147483648"
            concurrency                |                | A null value cannot be assigned to a primitive type
            concurrency                | 0              | delayqueue.concurrency must be at least 1, but is 0
            concurrency                | -4             | delayqueue.concurrency must be at least 1, but is -4
            ttr                        | for ever       | 'for ever' is not a valid duration
            ttr                        | 999ms          | delayqueue.ttr must be at least 1 second, but is 999ms
            ttr                        | 36501d         | delayqueue.ttr must be at most 36,500 days, but is 36501d
            blocked-after              | never          | 'never' is not a valid duration
            blocked-after              | 999ms          | delayqueue.blocked-after must be at least 1 second, but is 999ms
            blocked-after              | 36501d         | delayqueue.blocked-after must be at most 36,500 days, but is 36501d
            max-attempts               | five           | For input string: "five"
            max-attempts               | 0              | delayqueue.max-attempts must be at least 1, but is 0
            retry-for                  | a day          | 'a day' is not a valid duration
            retry-for                  | 999ms          | delayqueue.retry-for must be at least 1 second, but is 999ms
            retry-for                  | 36501d         | delayqueue.retry-for must be at most 36,500 days, but is 36501d
            max-hold                   | a day          | 'a day' is not a valid duration
            max-hold                   | 999ms          | delayqueue.max-hold must be at least 1 second, but is 999ms
            max-hold                   | 36501d         | delayqueue.max-hold must be at most 36,500 days, but is 36501d
            retry.initial-delay        | later          | 'later' is not a valid duration
            retry.initial-delay        | 999us          | delayqueue.retry.initial-delay must be at least 1 ms, but is 999us
            retry.initial-delay        | -1s            | delayqueue.retry.initial-delay must be at least 1 ms, but is -1s
            retry.initial-delay        | 11m            | delayqueue.retry.max-delay must be at least the initial delay (11m), but is 10m
            retry.multiplier           | twice          | For input string: "twice"
            retry.multiplier           |                | A null value cannot be assigned to a primitive type
            retry.multiplier           | 0.99           | delayqueue.retry.multiplier must be at least 1, but is 0.99
            retry.multiplier           | NaN            | delayqueue.retry.multiplier must be at least 1, but is NaN
            retry.multiplier           | Infinity       | delayqueue.retry.multiplier must be finite, but is Infinity
            retry.max-delay            | never          | 'never' is not a valid duration
            retry.max-delay            | 999ms          | delayqueue.retry.max-delay must be at least the initial delay (1s), but is 999ms
            retry.max-delay            | 36501d         | delayqueue.retry.max-delay must be at most 36,500 days, but is 36501d
            retry.jitter               | some           | For input string: "some"
            retry.jitter               |                | A null value cannot be assigned to a primitive type
            retry.jitter               | -0.01          | delayqueue.retry.jitter must be from 0 to 1, but is -0.01
            retry.jitter               | 1.01           | delayqueue.retry.jitter must be from 0 to 1, but is 1.01
            retry.no-retry-for         | java.lang.String | delayqueue.retry.no-retry-for must be classes of exceptions, but is java.lang.String
            retry.no-retry-for         | com.example.Gone | com.example.Gone
            retry.no-retry-for         | java.io.IOException,com.example.Gone | com.example.Gone
            retry.no-retry-for[0]      | com.example.Gone | com.example.Gone
            retry.no-retry-for[0]      |                | The elements [delayqueue.retry.no-retry-for[0]] were left unbound.
            durability.min-replicas    | all            | For input string: "all"
            durability.min-replicas    |                | A null value cannot be assigned to a primitive type
            durability.min-replicas    | -1             | delayqueue.durability.min-replicas must not be negative, but is -1
            durability.timeout         | soon           | 'soon' is not a valid duration
            durability.timeout         | 999us          | delayqueue.durability.timeout must be at least 1 ms, but is 999us
            durability.timeout         | -1s            | delayqueue.durability.timeout must be at least 1 ms, but is -1s
            durability.timeout         | 36501d         | delayqueue.durability.timeout must be at most 36,500 days, but is 36501d
            redis-checks.ignore        | evil           | No enum constant io.delayqueue.monitor.StoreFinding.Kind.evil
            redis-checks.ignore        | evictions,all  | No enum constant io.delayqueue.monitor.StoreFinding.Kind.all
            dead-letter.max-age        | for ever       | 'for ever' is not a valid duration
            dead-letter.max-age        | 999ms          | delayqueue.dead-letter.max-age must be at least 1 second, but is 999ms
            dead-letter.max-age        | -1d            | delayqueue.dead-letter.max-age must be at least 1 second, but is -1d
            dead-letter.max-age        | 36501d         | delayqueue.dead-letter.max-age must be at most 36,500 days, but is 36501d
            dead-letter.max-count      | all            | For input string: "all"
            dead-letter.max-count      | 0              | delayqueue.dead-letter.max-count must be at least 1, but is 0
            observations.new-trace-after | -1s          | delayqueue.observations.new-trace-after must be at least 0 seconds, but is -1s
            health.stalled-after       | soon           | 'soon' is not a valid duration
            health.stalled-after       | 4999ms         | delayqueue.health.stalled-after must be at least 5 seconds, but is 4999ms
            health.stalled-after       | 36501d         | delayqueue.health.stalled-after must be at most 36,500 days, but is 36501d
            health.max-lateness        | never          | 'never' is not a valid duration
            health.max-lateness        | 999ms          | delayqueue.health.max-lateness must be at least 1 second, but is 999ms
            health.max-lateness        | 36501d         | delayqueue.health.max-lateness must be at most 36,500 days, but is 36501d
            health.timeout             | soon           | 'soon' is not a valid duration
            health.timeout             | 999us          | delayqueue.health.timeout must be at least 1 ms, but is 999us
            health.timeout             | 36501d         | delayqueue.health.timeout must be at most 36,500 days, but is 36501d
            metrics.enabled            | perhaps        | Invalid boolean value 'perhaps'
            metrics.enabled            |                | A null value cannot be assigned to a primitive type
            metrics.depth-refresh      | often          | 'often' is not a valid duration
            metrics.depth-refresh      | 99ms           | delayqueue.metrics.depth-refresh must be at least 100 ms, but is 99ms
            metrics.depth-refresh      | 25h            | delayqueue.metrics.depth-refresh must be at most 1 day, but is 25h
            metrics.due-windows        | soon           | 'soon' is not a valid duration
            metrics.due-windows        | 1m,0s          | delayqueue.metrics.due-windows must be at least 1 ms each, but is 0s
            metrics.due-windows        | 36501d         | delayqueue.metrics.due-windows must be at most 36,500 days each, but is 36501d
            metrics.due-windows        | 1h,60m         | delayqueue.metrics.due-windows must differ from each other, but is [1h, 1h]
            metrics.percentiles        | half           | For input string: "half"
            metrics.percentiles        | 0.5,99         | delayqueue.metrics.percentiles must be from 0 to 1, but is 99.0
            metrics.percentiles        | -0.1           | delayqueue.metrics.percentiles must be from 0 to 1, but is -0.1
            metrics.percentiles        | NaN            | delayqueue.metrics.percentiles must be from 0 to 1, but is NaN
            metrics.max-topics         | all            | For input string: "all"
            metrics.max-topics         |                | A null value cannot be assigned to a primitive type
            metrics.max-topics         | 0              | delayqueue.metrics.max-topics must be at least 1, but is 0
            transactions.enabled       | sometimes      | Invalid boolean value 'sometimes'
            transactions.enabled       |                | A null value cannot be assigned to a primitive type
            mdc.enabled                | sometimes      | Invalid boolean value 'sometimes'
            mdc.enabled                |                | A null value cannot be assigned to a primitive type
            observations.enabled       | sometimes      | Invalid boolean value 'sometimes'
            observations.enabled       |                | A null value cannot be assigned to a primitive type
            groups[1st]                | cancel         | delayqueue.groups: group {name}'1st'
            groups.orders              | cancel unpaid  | delayqueue.groups.orders: topic {name}'cancel unpaid'
            groups.orders              | cancel,,remind | delayqueue.groups.orders: topic {name}''
            groups.orders              | orders:cancel  | delayqueue.groups.orders: topic {name}'orders:cancel'
            groups.orders[0]           |                | delayqueue.groups.orders: topic {name}''
            groups.orders[1]           | cancel         | The elements [delayqueue.groups.orders[1]] were left unbound.
            limits[1st].a.rate         | 1/s            | delayqueue.limits: group {name}'1st'
            limits.orders[a.b c].rate  | 1/s            | delayqueue.limits.orders: limit {name}'a.b c'
            limits.orders.stripe.rate  | 100            | delayqueue.limits.orders.stripe.rate {rate}'100'
            limits.orders.stripe.rate  | 0/m            | delayqueue.limits.orders.stripe.rate {rate}0/m
            limits.orders.stripe.burst | 5              | delayqueue.limits.orders.stripe.burst must not be set without a rate, but is 5
            limits.orders.stripe.burst | 0              | delayqueue.limits.orders.stripe.burst must be from 1 to 1,000,000, but is 0
            limits.orders.stripe.concurrency | 0        | delayqueue.limits.orders.stripe.concurrency must be from 1 to 1,000,000, but is 0
            limits.orders.stripe.concurrency | many     | For input string: "many"
            queues.billing.limits.orders.stripe.rate | 1 | delayqueue.queues.billing.limits.orders.stripe.rate {rate}'1'
            history[1st].a.max-age     | 7d             | delayqueue.history: group {name}'1st'
            history.orders[a.b c].max-age | 7d          | delayqueue.history.orders: topic {name}'a.b c'
            history.orders.cancel.max-age | 7d          | delayqueue.history.orders.cancel.max-size must be set
            history.orders.cancel.max-size | 64MB       | delayqueue.history.orders.cancel.max-age must be set
            history.orders.cancel.payload | true        | delayqueue.history.orders.cancel.max-age must be set
            history.orders.cancel.max-age | long        | 'long' is not a valid duration
            history.orders.cancel.max-size | 64 MiB     | '64 MiB' does not match data size pattern
            history.orders.cancel.result | sometimes    | Invalid boolean value 'sometimes'
            history.orders.cancel.outcomes | DEAD,LATE  | No enum constant io.delayqueue.history.RecordedOutcome.LATE
            queues.billing.history.orders.cancel.max-age | 7d | delayqueue.queues.billing.history.orders.cancel.max-size must be set
            disabled-groups            | 1st            | delayqueue.disabled-groups: group {name}'1st'
            disabled-groups            | orders,,mail   | delayqueue.disabled-groups: group {name}''
            consume                    | maybe          | Invalid boolean value 'maybe'
            consume                    |                | A null value cannot be assigned to a primitive type
            start                      | soon           | No enum constant io.delayqueue.autoconfigure.DelayQueueProperties.Start.soon
            allowed-callbacks          | *              | delayqueue.allowed-callbacks {classes}'*'
            allowed-callbacks          | com.*.Mail     | delayqueue.allowed-callbacks {classes}'com.*.Mail'
            allowed-callbacks          | Mail,,Letter   | delayqueue.allowed-callbacks {classes}''
            allowed-callbacks[1]       | Mail           | The elements [delayqueue.allowed-callbacks[1]] were left unbound.
            """;

    private static final String NAME =
            "must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most, but is ";

    private static final String NAMESPACE = NAME.replace(", but is ", ", and not MONITOR, but is ");

    private static final String CLASSES = "must be class names, or packages as com.example.*, but one is ";

    private static final String RATE = "must be a number of tasks from 1 to 1,000,000 in a second, a minute or an hour,"
            + " as 100/s, 10/m or 5/h, but is ";

    private static final String QUEUE = "the name of a queue must be lower-case letters, digits and single dashes,"
            + " beginning with a letter, but is ";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DelayQueueAutoConfiguration.class,
                    TransactionalDelayQueueAutoConfiguration.class,
                    DelayQueueMetricsAutoConfiguration.class))
            .withBean(SimpleMeterRegistry.class)
            .withBean(FakeBackend.class);

    static Stream<BadProperty> table() {
        return BadProperty.table(
                "delayqueue.",
                TABLE,
                Map.of(
                        "{namespace}",
                        NAMESPACE,
                        "{name}",
                        NAME,
                        "{classes}",
                        CLASSES,
                        "{queue}",
                        QUEUE,
                        "{rate}",
                        RATE));
    }

    @ParameterizedTest
    @MethodSource("table")
    void startShouldFailAndNameThePropertyAndTheReason(BadProperty property) {
        runner.withPropertyValues(property.toString()).run(context -> {
            assertThat(context).hasFailed();
            Throwable failure = context.getStartupFailure();
            assertThat(StartupFailures.reason(failure)).isEqualTo(property.reason());
            assertThat(StartupFailures.description(failure)).contains(property.reason());
            if (!property.reason().startsWith("delayqueue.")) {
                assertThat(StartupFailures.description(failure))
                        .contains("Property: " + property.name() + "\n")
                        .contains("Value: \"" + property.value() + "\"\n");
            }
        });
    }

    @Test
    void everyPropertyShouldBeInTheTable() {
        Set<String> names = table().map(property -> property.name()
                        .replaceFirst("\\[.*", "")
                        .replaceFirst("^delayqueue\\.(groups|history|limits|queues)\\..*", "delayqueue.$1"))
                .collect(Collectors.toSet());
        Map<String, PropertyMetadata> metadata = PropertyMetadata.all();
        // Any text can be bound to these; the existence of such a Redis is not checked.
        metadata.values()
                .removeIf(property -> property.name().startsWith("delayqueue.redis.")
                        && property.type().contains("java.lang.String"));
        // Its values are names of beans, see CallbackThreadsTests.
        metadata.remove("delayqueue.executor");
        assertThat(names).containsExactlyInAnyOrderElementsOf(metadata.keySet());
    }

    /** Empty durations and lists are not set. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "lease",
                "shutdown-timeout",
                "max-payload-size",
                "ttr",
                "blocked-after",
                "retry.initial-delay",
                "retry.max-delay",
                "retry.no-retry-for",
                "durability.timeout",
                "redis-checks.ignore",
                "dead-letter.max-age",
                "dead-letter.max-count",
                "health.stalled-after",
                "health.max-lateness",
                "health.timeout",
                "metrics.depth-refresh",
                "groups",
                "groups.orders",
                "disabled-groups",
                "allowed-callbacks"
            })
    void emptyValuesOfTheOthersShouldLeaveTheDefaults(String property) {
        runner.withPropertyValues("delayqueue." + property + "=").run(context -> {
            DelayQueueProperties properties = context.getBean(DelayQueueProperties.class);
            assertThat(properties.lease()).hasSeconds(30);
            assertThat(properties.retry().toPolicy()).isEqualTo(ExponentialBackoff.DEFAULT);
            assertThat(properties.allowedCallbacks()).isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "on", "1", "TRUE"})
    void enabledShouldTakeWhatBooleansTake(String value) {
        runner.withPropertyValues("delayqueue.enabled=" + value)
                .run(context -> assertThat(context).hasSingleBean(DelayQueueProperties.class));
    }
}
