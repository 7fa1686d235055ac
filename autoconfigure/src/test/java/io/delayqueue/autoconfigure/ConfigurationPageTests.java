package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.properties.PageContract;
import io.delayqueue.properties.PropertyPage;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the pages about properties with the built metadata, see {@link PropertyPage}. */
class ConfigurationPageTests extends PageContract {

    /** Links to further documentation of a property, or of all with a prefix. */
    private static final Map<String, String> SEE = Map.ofEntries(
            Map.entry("delayqueue.queues", "configuration.md#several-queues"),
            Map.entry("delayqueue.store", "configuration.md#in-memory"),
            Map.entry("delayqueue.consume", "configuration.md#applications-that-only-add"),
            Map.entry("delayqueue.start", "configuration.md#start"),
            Map.entry("delayqueue.drain-when-refusing-traffic", "tasks.md#drain-an-instance"),
            Map.entry("delayqueue.namespace", "redis-setup.md#namespaces"),
            Map.entry("delayqueue.blocked-after", "concepts.md#callbacks-that-hang"),
            Map.entry("delayqueue.executor", "configuration.md#threads"),
            Map.entry("delayqueue.retry.no-retry-for", "concepts.md#retries"),
            Map.entry("delayqueue.dead-letter", "concepts.md#dead-letters"),
            Map.entry("delayqueue.limits", "limits.md#one-limit-for-several-topics"),
            Map.entry("delayqueue.history", "history.md#the-rule"),
            Map.entry("delayqueue.mdc", "observability.md#logs"),
            Map.entry("delayqueue.durability", "redis-setup.md#replicas"),
            Map.entry("delayqueue.redis-checks", "redis-setup.md#checks"),
            Map.entry("delayqueue.transactions", "transactions.md"),
            Map.entry("delayqueue.health", "observability.md#health"),
            Map.entry("delayqueue.metrics", "observability.md#metrics"),
            Map.entry("delayqueue.observations", "observability.md#traces"));

    private static final Pattern CODE = Pattern.compile("`([^`]*)`");

    ConfigurationPageTests() {
        super("delayqueue", SEE);
    }

    @Test
    void attributesOfListenersShouldBeInTheTableOfAnnotations() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        String annotations = page.substring(page.indexOf("## Annotations"), page.indexOf("## Several queues"));
        assertThat(code(annotations))
                .containsAll(Stream.of(DelayQueueListener.class.getDeclaredMethods())
                        .map(Method::getName)
                        .toList());
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
