package io.delayqueue.autoconfigure.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.autoconfigure.DelayQueueProperties;
import io.delayqueue.autoconfigure.RetryProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Properties of named queues, and inheritance from {@code delayqueue.*}. */
class NamedQueuesTests {

    private final ConfigurableEnvironment environment = new StandardEnvironment();

    private final NamedQueues queues = new NamedQueues(environment);

    @Test
    void namesWhenNothingIsSaidShouldBeNone() {
        assertThat(queues.names()).isEmpty();
    }

    @Test
    void namesShouldBeThoseOfWhicheverPropertyIsSet() {
        set(
                "delayqueue.queues.mail.redis.sentinel.nodes[0]=a:1",
                "delayqueue.queues.billing.retry.jitter=0",
                "delayqueue.queues.big-orders=",
                "delayqueue.queues.mail.enabled=false");
        environment(Map.of("DELAYQUEUE_QUEUES_ARCHIVE_LEASE", "40s"));
        assertThat(queues.names()).containsExactly("archive", "big-orders", "billing", "mail");
        assertThat(queues.disabled()).containsExactly("mail");
    }

    /** Environment variables cannot have dashes. */
    @Test
    void namesThatDifferInDashesOnlyShouldBeOneWithItsDashes() {
        set("delayqueue.queues.big-orders.redis.host=elsewhere", "delayqueue.queues.mail.lease=40s");
        environment(Map.of(
                "DELAYQUEUE_QUEUES_BIGORDERS_REDIS_PASSWORD", "secret", "DELAYQUEUE_QUEUES_MAIL_CONCURRENCY", "2"));
        assertThat(queues.names()).containsExactly("big-orders", "mail");
        assertThat(properties("big-orders").redis()).isNotNull().satisfies(redis -> {
            assertThat(redis.getHost()).isEqualTo("elsewhere");
            assertThat(redis.getPassword()).isEqualTo("secret");
        });
        environment(Map.of("DELAYQUEUE_QUEUES_BIGORDERS_ENABLED", "false"));
        assertThat(queues.disabled()).containsExactly("big-orders");
    }

    @Test
    void namesWithDifferentDashesShouldBeRefused() {
        set("delayqueue.queues.big-orders.lease=40s", "delayqueue.queues.bigor-ders.lease=50s");
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(queues::names)
                .withStackTraceContaining(
                        "delayqueue.queues: 'big-orders' and 'bigor-ders' are the same name; use one spelling");
    }

    @Test
    void propertiesShouldBeThoseOfTheQueueElseThoseOfAllElseTheDefaults() {
        set(
                "delayqueue.lease=40s",
                "delayqueue.concurrency=3",
                "delayqueue.retry.jitter=0.5",
                "delayqueue.retry.multiplier=3",
                "delayqueue.allowed-callbacks=a.*,b.*",
                "delayqueue.queues.billing.concurrency=7",
                "delayqueue.queues.billing.retry.jitter=0",
                "delayqueue.queues.billing.allowed-callbacks=c.*");
        DelayQueueProperties properties = properties("billing");
        assertThat(properties.concurrency()).isEqualTo(7);
        assertThat(properties.lease()).hasSeconds(40);
        assertThat(properties.maxAttempts()).isNull();
        assertThat(properties.retry())
                .isEqualTo(new RetryProperties(Duration.ofSeconds(1), 3, Duration.ofMinutes(10), 0, List.of()));
        assertThat(properties.allowedCallbacks()).containsExactly("c.*");
        assertThat(properties("mail").allowedCallbacks()).containsExactly("a.*", "b.*");
    }

    @Test
    void propertiesShouldNotBeInheritedIfTheySayWhatTheQueueIs() {
        set(
                "delayqueue.enabled=false",
                "delayqueue.default-queue=false",
                "delayqueue.redis.host=elsewhere",
                "delayqueue.groups.orders=cancel",
                "delayqueue.queues.billing.lease=40s");
        DelayQueueProperties properties = properties("billing");
        assertThat(properties.redis()).isNull();
        assertThat(properties.groups()).isEmpty();
        assertThat(properties.enabled()).isTrue();
        assertThat(queues.isEnabled("billing")).isTrue();
    }

    @Test
    void propertiesOfItsOwnShouldBeRead() {
        set(
                "delayqueue.queues.billing.redis.host=elsewhere",
                "delayqueue.queues.billing.redis.jedis.pool.max-active=3",
                "delayqueue.queues.billing.groups.invoices=send,remind",
                "delayqueue.queues.billing.transactions.enabled=true");
        DelayQueueProperties properties = properties("billing");
        assertThat(properties.redis()).isNotNull().satisfies(redis -> {
            assertThat(redis.getHost()).isEqualTo("elsewhere");
            assertThat(redis.getPort()).isEqualTo(6379);
            assertThat(redis.getJedis().getPool().getMaxActive()).isEqualTo(3);
        });
        assertThat(properties.groups().get("invoices")).containsExactly("send", "remind");
        assertThat(queues.transactions("billing").orElse(false)).isTrue();
        assertThat(queues.transactions("mail").orElse(false)).isFalse();
    }

    /** A file sets the property of the queue; a source with precedence sets that of all queues. */
    @Test
    void propertiesOfTheQueueShouldGoBeforeThoseOfAllWhereverTheyAre() {
        set("delayqueue.queues.big-orders.lease=40s", "delayqueue.queues.big-orders.concurrency=${much}", "much=9");
        environment(Map.of("DELAYQUEUE_LEASE", "50s", "DELAYQUEUE_MAXATTEMPTS", "2"));
        assertThat(properties("big-orders").lease()).hasSeconds(40);
        assertThat(properties("big-orders").concurrency()).isEqualTo(9);
        assertThat(properties("big-orders").maxAttempts()).isEqualTo(2);
        environment(Map.of("DELAYQUEUE_QUEUES_BIGORDERS_LEASE", "60s"));
        assertThat(properties("big-orders").lease()).hasSeconds(60);
    }

    @Test
    void transactionsShouldBeInherited() {
        set("delayqueue.transactions.enabled=true", "delayqueue.queues.mail.transactions.enabled=false");
        assertThat(queues.transactions("billing").orElse(false)).isTrue();
        assertThat(queues.transactions("mail").orElse(false)).isFalse();
    }

    private DelayQueueProperties properties(String queue) {
        return queues.bind(queue, DelayQueueProperties.class);
    }

    private void set(String... properties) {
        TestPropertyValues.of(properties).applyTo(environment);
    }

    private void environment(Map<String, Object> variables) {
        MapPropertySource source = new SystemEnvironmentPropertySource("test-systemEnvironment", variables);
        environment.getPropertySources().remove(source.getName());
        environment.getPropertySources().addFirst(source);
    }
}
