package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Finds the beans named by annotations. */
final class NamedBeans {

    private final ConfigurableBeanFactory beanFactory;

    private final AnnotationValues values;

    NamedBeans(ConfigurableBeanFactory beanFactory, AnnotationValues values) {
        this.beanFactory = beanFactory;
        this.values = values;
    }

    /** Finds the bean that an attribute names, or the result of its expression; null if the attribute is not set. */
    <T> @Nullable T find(String attribute, String text, Class<T> type) {
        Object value = values.value(attribute, text);
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        if (value instanceof CharSequence sequence) {
            String name = sequence.toString();
            if (beanFactory.containsBean(name) && beanFactory.isTypeMatch(name, type)) {
                return beanFactory.getBean(name, type);
            }
        }
        throw AnnotationValues.wrong(attribute, "the name of a bean of " + type.getName(), value);
    }
}
