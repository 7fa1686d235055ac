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
 * Sets what the annotation says, before all other properties. Tests that have equal ones, and the rest too, share an application.
 *
 * @param startAt when time begins; null for the application's start
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
