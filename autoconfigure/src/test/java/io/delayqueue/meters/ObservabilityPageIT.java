package io.delayqueue.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.meters.MeteredApplication.Running;
import io.delayqueue.testing.RedisServer;
import io.micrometer.core.instrument.Meter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Compares docs/observability.md and the dashboard with the meters of applications. */
class ObservabilityPageIT {

    private static final Pattern ROW = Pattern.compile("\\| `(delayqueue\\.[\\w.]+)` \\| [a-z ]+ \\| `(\\w+)` \\|.*");

    private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|=)\\s*\"");

    /** Suffixes of Prometheus. */
    private static final Pattern SUFFIX = Pattern.compile("_(g?count|g?sum|max|bucket)$");

    private static final Set<String> METERS = new TreeSet<>();

    /** Meters with their labels. */
    private static final Map<String, Set<String>> SAMPLES = new LinkedHashMap<>();

    private static String page;

    @BeforeAll
    static void scrape() throws IOException {
        page = Files.readString(Path.of("..", "docs", "observability.md"));
        look();
        look("management.metrics.distribution.percentiles-histogram.delayqueue=true");
    }

    private static void look(String... properties) {
        String group = "g" + UUID.randomUUID();
        String[] all = Arrays.copyOf(properties, properties.length + 3);
        all[properties.length] = "delayqueue.limits." + group + ".stripe.concurrency=8";
        all[properties.length + 1] = "delayqueue.history." + group + ".work.max-age=1d";
        all[properties.length + 2] = "delayqueue.history." + group + ".work.max-size=2MB";
        try (Running application = MeteredApplication.start(RedisServer.shared(), group, all)) {
            application.add(application.task("work").key("k"));
            for (int i = 0; i < 3; i++) {
                application.add(application.task("batch"));
            }
            application.service().topic(group, "halted").pause();
            application.add(application.task("halted"));
            await().until(() -> application.ofTopic("delayqueue_execution_seconds_count", "work") == 1
                    && application.ofTopic("delayqueue_execution_seconds_count", "batch") == 1
                    && application.ofTopic("delayqueue_overdue_seconds", "work") == 0
                    && application.ofTopic("delayqueue_permits_free", "work") > 0
                    && application.value("delayqueue_limit_concurrency") == 8
                    && application.ofTopic("delayqueue_history_not_kept", "work") == 0
                    && application.ofTopic("delayqueue_tasks_blocked", "halted") == 1);
            application.registry().getMeters().stream()
                    .map(Meter::getId)
                    .map(Meter.Id::getName)
                    .filter(name -> name.startsWith("delayqueue."))
                    .forEach(METERS::add);
            application.scrape().samples().stream()
                    .filter(sample -> sample.name().startsWith("delayqueue_"))
                    .forEach(sample -> SAMPLES.computeIfAbsent(sample.name(), name -> new TreeSet<>())
                            .addAll(sample.labels().keySet()));
        }
    }

    /** Whether a meter or metric is of the module jdbc, which has a test of its own. */
    private static boolean isOfJdbc(String text) {
        return text.matches(".*delayqueue[._](outbox|once).*");
    }

    /** Names of meters in Prometheus. */
    private static Map<String, String> rows() {
        return page.lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .filter(row -> !isOfJdbc(row.group(1)))
                .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
    }

    @Test
    void everyMeterShouldBeOnThePageAndNoOther() {
        assertThat(rows().keySet()).containsExactlyInAnyOrderElementsOf(METERS);
    }

    @Test
    void namesInPrometheusShouldBeThoseOfThePage() {
        Set<String> families = new HashSet<>();
        for (String name : SAMPLES.keySet()) {
            String family = SUFFIX.matcher(name).replaceFirst("");
            families.add(rows().containsValue(family) ? family : name);
        }
        assertThat(rows().values()).containsExactlyInAnyOrderElementsOf(families);
    }

    @Test
    void everyMetricOfTheDashboardShouldBeThere() throws IOException {
        Dashboard dashboard = Dashboard.read();
        Set<String> used = new TreeSet<>();
        for (JsonNode target : dashboard.targets()) {
            String expression = target.get("expr").asString();
            if (!isOfJdbc(expression)) {
                used.addAll(check(expression));
            }
        }
        assertThat(used).hasSizeGreaterThan(15);
        for (JsonNode variable : dashboard.variables()) {
            check(variable.get("definition").asString());
        }
    }

    @Test
    void everyMetricOfTheAlertsShouldBeThere() {
        Set<String> used = new TreeSet<>();
        page.lines()
                .filter(line -> line.contains("expr:") || line.startsWith("sum by"))
                .filter(line -> !isOfJdbc(line))
                .forEach(line -> used.addAll(check(line)));
        assertThat(used).hasSizeGreaterThan(5);
    }

    /** The metrics of an expression must exist, and have each of its labels. */
    private static Set<String> check(String expression) {
        Set<String> metrics = Dashboard.metrics(expression);
        assertThat(metrics).as(expression).isNotEmpty().isSubsetOf(SAMPLES.keySet());
        Set<String> labels =
                metrics.stream().flatMap(metric -> SAMPLES.get(metric).stream()).collect(Collectors.toSet());
        Matcher label = LABEL.matcher(expression);
        while (label.find()) {
            assertThat(labels).as(expression).contains(label.group(1));
        }
        return metrics;
    }
}
