package io.delayqueue.test.autoconfigure;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Sets the attributes of the annotation as properties with the highest precedence. Tests with equal customizers, and equal
 * other configuration, share an application.
 *
 * @param startAt the start of the time; null for that of the application
 */
record KitContextCustomizer(@Nullable Instant startAt) implements ContextCustomizer {

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("delayqueue.store", "memory");
        if (startAt != null) {
            properties.put(DelayQueueTestAutoConfiguration.START_AT, startAt.toString());
        }
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("@AutoConfigureDelayQueueTest", properties));
        RedisHealthOff.apply(context.getEnvironment());
    }
}
