package io.delayqueue.autoconfigure.listener;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;

/** Reads texts of annotations, which may hold placeholders; empty means not given. */
final class AnnotationValues {

    private final ConfigurableBeanFactory beanFactory;

    AnnotationValues(ConfigurableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    String text(String value) {
        String resolved = beanFactory.resolveEmbeddedValue(value);
        return resolved == null ? "" : resolved;
    }

    @Nullable
    Duration duration(String name, String value) {
        String text = text(value);
        try {
            return text.isEmpty() ? null : DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    name + " must be a duration such as 30s or PT5M, but is '" + text + "'", e);
        }
    }

    @Nullable
    Double number(String name, String value) {
        String text = text(value);
        try {
            return text.isEmpty() ? null : Double.valueOf(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number, but is '" + text + "'", e);
        }
    }
}
