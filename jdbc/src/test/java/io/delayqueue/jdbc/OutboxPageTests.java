package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.TransactionalDelayQueueAutoConfiguration;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.test.autoconfigure.InMemoryStoreAutoConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Compares docs/observability.md and the dashboard with the meters of this module. */
class OutboxPageTests {

    private static final Path DOCS = Path.of("..", "docs");

    private static final Pattern ROW =
            Pattern.compile("\\| `(delayqueue\\.(?:outbox|once)[\\w.]*)` \\| [a-z ]+ \\| `(\\w+)` \\|.*");

    private static final Pattern METRIC = Pattern.compile("\\bdelayqueue_(?:outbox|once)\\w*");

    private static final Set<String> METERS = new TreeSet<>();

    private static final Set<String> METRICS = new TreeSet<>();

    @BeforeAll
    static void scrape() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        InMemoryStoreAutoConfiguration.class,
                        DelayQueueAutoConfiguration.class,
                        TransactionalDelayQueueAutoConfiguration.class,
                        DelayQueueMetricsAutoConfiguration.class,
                        DelayQueueJdbcAutoConfiguration.class,
                        DelayQueueJdbcMonitoringAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class))
                .withBean(MeterRegistry.class, () -> registry)
                .withPropertyValues(
                        "delayqueue.store=memory",
                        "delayqueue.transactions.enabled=true",
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1")
                .run(context -> {
                    registry.getMeters().stream()
                            .map(Meter::getId)
                            .map(Meter.Id::getName)
                            .filter(name -> name.matches("delayqueue\\.(outbox|once).*"))
                            .forEach(METERS::add);
                    METRICS.addAll(metrics(registry.scrape()));
                });
    }

    private static Set<String> metrics(String text) {
        return METRIC.matcher(text).results().map(result -> result.group()).collect(Collectors.toSet());
    }

    private static String read(String file) {
        try {
            return Files.readString(DOCS.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> rows() {
        return read("observability.md")
                .lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
    }

    @Test
    void everyMeterShouldBeOnThePageAndNoOther() {
        assertThat(rows().keySet()).containsExactlyInAnyOrderElementsOf(METERS).isNotEmpty();
    }

    @Test
    void everyMetricOfThePageAndOfTheDashboardShouldBeThere() {
        assertThat(metrics(read("observability.md"))).isSubsetOf(METRICS).isNotEmpty();
        assertThat(metrics(read("grafana/delayqueue-dashboard.json")))
                .isSubsetOf(METRICS)
                .isNotEmpty();
    }
}
