package io.delayqueue.autoconfigure.queues;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class InheritedSourceTests {

    private final MapConfigurationPropertySource all = new MapConfigurationPropertySource();

    private final ConfigurationPropertySource inherited =
            new InheritedSource(all, ConfigurationPropertyName.of("delayqueue.queues.big-orders"));

    @ParameterizedTest
    @ValueSource(
            strings = {"lease", "max-attempts", "retry.jitter", "some[0]", "a.b.c.d", "a.b.c.d.e.f.g.h", "a[1].b[2].c"})
    void propertyShouldBeThatOfAll(String property) {
        all.put("delayqueue." + property, "value");
        ConfigurationPropertyName name = ConfigurationPropertyName.of("delayqueue.queues.big-orders." + property);
        assertThat(inherited.getConfigurationProperty(name).getValue()).isEqualTo("value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "queues.big-orders.enabled",
                "queues.big-orders.default-queue",
                "queues.big-orders.queues.other.lease",
                "queues.big-orders.redis.host",
                "queues.big-orders.groups.orders",
                "queues.others.lease",
                "lease"
            })
    void propertyShouldNotBeThere(String property) {
        all.put("delayqueue.lease", "value");
        all.put("delayqueue.enabled", "value");
        all.put("delayqueue.default-queue", "value");
        all.put("delayqueue.redis.host", "value");
        all.put("delayqueue.groups.orders", "value");
        all.put("delayqueue.queues.other.lease", "value");
        assertThat(inherited.getConfigurationProperty(ConfigurationPropertyName.of("delayqueue." + property)))
                .isNull();
    }

    @Test
    void descendantsShouldBeThoseOfAll() {
        all.put("delayqueue.retry.jitter", "value");
        assertThat(inherited.containsDescendantOf(ConfigurationPropertyName.of("delayqueue.queues.big-orders.retry")))
                .isEqualTo(ConfigurationPropertyState.PRESENT);
        assertThat(inherited.containsDescendantOf(
                        ConfigurationPropertyName.of("delayqueue.queues.big-orders.dead-letter")))
                .isEqualTo(ConfigurationPropertyState.ABSENT);
    }

    @Test
    void redisShouldHaveNothingBelowIt() {
        all.put("delayqueue.redis.host", "value");
        assertThat(inherited.containsDescendantOf(ConfigurationPropertyName.of("delayqueue.queues.big-orders.redis")))
                .isEqualTo(ConfigurationPropertyState.ABSENT);
    }
}
