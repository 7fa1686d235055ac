package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.properties.BadProperty;
import io.delayqueue.properties.StartupFailures;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Properties of this module with invalid values: the application does not start, and the message names the property and the reason. */
class JdbcBadPropertiesTests {

    /** Case: name, value, and the reason in the message. */
    private static final String TABLE = """
            jdbc.initialize-schema             | perhaps | No enum constant
            jdbc.table-prefix                  | 1_      | delayqueue.jdbc.table-prefix must be letters
            jdbc.table-prefix                  | a b     | delayqueue.jdbc.table-prefix must be letters
            transactions.outbox.enabled        | perhaps | Invalid boolean value 'perhaps'
            transactions.outbox.sweep-after    | 999ms   | delayqueue.transactions.outbox.sweep-after must be from 1 second to 1 hour, but is 999ms
            transactions.outbox.sweep-after    | 61m     | delayqueue.transactions.outbox.sweep-after must be from 1 second to 1 hour, but is 61m
            transactions.outbox.sweep-interval | 99ms    | delayqueue.transactions.outbox.sweep-interval must be from 100 ms to 1 hour, but is 99ms
            transactions.outbox.sweep-interval | 2h      | delayqueue.transactions.outbox.sweep-interval must be from 100 ms to 1 hour, but is 2h
            once-guard.keep                    | 59m     | delayqueue.once-guard.keep must be from 1 hour to 36,500 days, but is 59m
            once-guard.keep                    | 36501d  | delayqueue.once-guard.keep must be from 1 hour to 36,500 days, but is 36501d
            """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner().withUserConfiguration(All.class);

    @Configuration(proxyBeanMethods = false)
    @ConfigurationPropertiesScan("io.delayqueue.jdbc")
    static class All {}

    static Stream<BadProperty> table() {
        return BadProperty.table("delayqueue.", TABLE, Map.of());
    }

    @ParameterizedTest
    @MethodSource("table")
    void runWithAnInvalidValueShouldNameThePropertyAndTheReason(BadProperty property) {
        runner.withPropertyValues(property.name() + "=" + property.value())
                .run(context -> assertThat(StartupFailures.reason(context.getStartupFailure()))
                        .contains(property.reason()));
    }
}
