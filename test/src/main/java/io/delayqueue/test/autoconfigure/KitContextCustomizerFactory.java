package io.delayqueue.test.autoconfigure;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Finds {@link AutoConfigureDelayQueueTest} on test classes. */
final class KitContextCustomizerFactory implements ContextCustomizerFactory {

    KitContextCustomizerFactory() {}

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
        AutoConfigureDelayQueueTest annotation =
                TestContextAnnotationUtils.findMergedAnnotation(testClass, AutoConfigureDelayQueueTest.class);
        return annotation == null ? null : new KitContextCustomizer(instant(annotation.startAt(), testClass));
    }

    private static @Nullable Instant instant(String startAt, Class<?> testClass) {
        try {
            return startAt.isEmpty() ? null : Instant.parse(startAt);
        } catch (DateTimeException e) {
            throw new IllegalStateException(
                    "@AutoConfigureDelayQueueTest of " + testClass.getName()
                            + ": startAt must be an instant such as 2026-01-31T23:00:00Z, but is '" + startAt + "'",
                    e);
        }
    }
}
