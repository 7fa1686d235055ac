package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.properties.PropertyMetadata;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class UnknownPropertiesTests {

    private static List<String> sentences(PropertySource<?> source, ClassLoader classLoader) {
        ConfigurableEnvironment environment = new StandardEnvironment();
        List.copyOf(environment.getPropertySources().stream().toList())
                .forEach(other -> environment.getPropertySources().remove(other.getName()));
        environment.getPropertySources().addFirst(source);
        return UnknownProperties.sentences(environment, classLoader);
    }

    private static List<String> ofProperty(String name) {
        return sentences(new MapPropertySource("file", Map.of(name, "1")), null);
    }

    private static List<String> ofVariable(String name) {
        return sentences(
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "1")),
                null);
    }

    @ParameterizedTest
    @CsvSource({
        "delayqueue.conccurency, delayqueue.concurrency",
        "delayqueue.shutdown.timeout, delayqueue.shutdown-timeout",
        "delayqueue.max-attempt, delayqueue.max-attempts",
        "delayqueue.retry.max-attempts, ",
        "delayqueue.redis.jedis.pool.max-actives, delayqueue.redis.jedis.pool.max-active",
        "delayqueue.queues.billing.shutdown-timeouts, delayqueue.queues.billing.shutdown-timeout",
        "delayqueue.queues.billing.nothing-like-it, ",
        "delayqueue.limits.orders.stripe.rte, delayqueue.limits.orders.stripe.rate",
        "delayqueue.limits.orders.stripe.nothing-like-it, ",
        "delayqueue.limits.orders.stripe.rate.per, delayqueue.limits.orders.stripe.rate",
        "delayqueue.limits[my.group][my.limit].concurency, delayqueue.limits[my.group][my.limit].concurrency",
        "delayqueue.queues.billing.limits.orders.stripe.brust, delayqueue.queues.billing.limits.orders.stripe.burst",
        "delayqueue.history.orders.cancel.max-ages, delayqueue.history.orders.cancel.max-age",
        "delayqueue.history[my.group][my.topic].paylod, delayqueue.history[my.group][my.topic].payload",
        "delayqueue.lease.renewal-interval, "
    })
    void propertyThatDoesNotExistShouldBeNamedWithTheNearest(String name, String nearest) {
        assertThat(ofProperty(name))
                .singleElement()
                .asString()
                .startsWith(name + " (")
                .endsWith(nearest == null ? "has no effect" : ": is " + nearest + " meant?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delayqueue.shutdown-timeout",
                "delayqueue.shutdownTimeout",
                "delayqueue.shutdown_timeout",
                "delayqueue.add-queue.max-tasks",
                "delayqueue.groups",
                "delayqueue.groups.orders",
                "delayqueue.groups.orders[0]",
                "delayqueue.disabled-groups[1]",
                "delayqueue.limits.orders.stripe.rate",
                "delayqueue.limits[my.group][my.limit].burst",
                "delayqueue.queues.billing.limits.orders.stripe.concurrency",
                "delayqueue.history.orders.cancel.max-age",
                "delayqueue.history.orders.cancel.outcomes[0]",
                "delayqueue.history[my.group][my.topic].maxSize",
                "delayqueue.queues.billing.history.orders.cancel.result",
                "delayqueue.retry.no-retry-for[0]",
                "delayqueue.redis.sentinel.nodes",
                "delayqueue.redis.client-type",
                "delayqueue.redis.lettuce.pool.max-active",
                "delayqueue.metrics.due-windows[0]",
                "delayqueue.queues.billing.shutdown-timeout",
                "delayqueue.queues.billing.redis.ssl.bundle",
                "delayqueue.queues.billing.groups.mail[0]",
                "delayqueue.queues.billing.store",
                "delayqueue.web.path",
                "delayqueue.jdbc.table-prefix",
                "delayqueue.once-guard.keep",
                "delayqueue.transactions.outbox.enabled",
                "delayqueue.test.start-at",
                "delayqueues.lease",
                "delayqueue"
            })
    void otherPropertyShouldNotBeNamed(String name) {
        assertThat(ofProperty(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DELAYQUEUE_CONCCURENCY, delayqueue.concurrency",
        "DELAYQUEUE_LIMITS_ORDERS_STRIPE_RTE, delayqueue.limits.orders.stripe.rate",
        "DELAYQUEUE_QUEUES_BILLING_CONCCURENCY, delayqueue.queues.billing.concurrency"
    })
    void variableThatDoesNotExistShouldBeNamed(String name, String nearest) {
        assertThat(ofVariable(name))
                .singleElement()
                .asString()
                .contains("\"" + name + "\"")
                .endsWith(": is " + nearest + " meant?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELAYQUEUE_SHUTDOWN_TIMEOUT",
                "DELAYQUEUE_SHUTDOWNTIMEOUT",
                "DELAYQUEUE_ADD_QUEUE_MAX_TASKS",
                "DELAYQUEUE_GROUPS_ORDERS",
                "DELAYQUEUE_LIMITS_ORDERS_STRIPE_RATE",
                "DELAYQUEUE_QUEUES_BILLING_LIMITS_ORDERS_STRIPE_BURST",
                "DELAYQUEUE_HISTORY_ORDERS_CANCEL_MAXAGE",
                "DELAYQUEUE_HISTORY_ORDERS_CANCEL_MAX_AGE",
                "DELAYQUEUE_DISABLEDGROUPS_0",
                "DELAYQUEUE_DISABLED_GROUPS_0_",
                "DELAYQUEUE_QUEUES_BILLING_MAX_ATTEMPTS",
                "DELAYQUEUE_REDIS_JEDIS_POOL_MAX_ACTIVE",
                "DELAYQUEUE_WEB_PATH",
                "DELAYQUEUE_PORT",
                "DELAYQUEUE_PORT_6379_TCP_ADDR",
                "DELAYQUEUE_SERVICE_HOST",
                "DELAYQUEUE_REDIS_SERVICE_PORT_HTTP"
            })
    void otherVariableShouldNotBeNamed(String name) {
        assertThat(ofVariable(name)).isEmpty();
    }

    @Test
    void valuesOfEachMapShouldBeKnown() {
        assertThat(PropertyMetadata.all().values())
                .filteredOn(property -> property.type().startsWith("java.util.Map<"))
                .extracting(PropertyMetadata::name)
                .containsExactlyInAnyOrder(
                        "delayqueue.groups", "delayqueue.history", "delayqueue.limits", "delayqueue.queues");
    }

    @Test
    void propertiesOfAnotherModuleShouldBeKnownByItsMetadata(@TempDir Path module) throws IOException {
        Path metadata = module.resolve("META-INF/spring-configuration-metadata.json");
        Files.createDirectories(metadata.getParent());
        Files.writeString(metadata, "{\"properties\":[{\"name\":\"delayqueue.web.login-page\"}]}");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {module.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(sentences(new MapPropertySource("file", Map.of("delayqueue.web.login-page", "a")), loader))
                    .isEmpty();
            assertThat(sentences(new MapPropertySource("file", Map.of("delayqueue.web.login-pag", "a")), loader))
                    .singleElement()
                    .asString()
                    .endsWith(": is delayqueue.web.login-page meant?");
        }
    }

    @Test
    void nothingShouldBeNamedWithoutMetadata() {
        assertThat(sentences(
                        new MapPropertySource("file", Map.of("delayqueue.conccurency", "4")), new ClassLoader(null) {}))
                .isEmpty();
    }
}
