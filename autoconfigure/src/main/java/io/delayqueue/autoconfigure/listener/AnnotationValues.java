package io.delayqueue.autoconfigure.listener;

import java.lang.annotation.Annotation;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanExpressionException;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.unit.DataSize;

/**
 * Reads the attributes of an annotation by their names. Texts may hold placeholders and expressions; an empty text is not set. An expression
 * may return the value itself instead of its text: a duration, a number, a boolean, a bean.
 *
 * @param beanFactory resolves placeholders and expressions
 * @param annotation the annotation
 * @param source the bean, method or parameter that has the annotation
 * @param prefix precedes the names of attributes in messages
 */
record AnnotationValues(
        ConfigurableBeanFactory beanFactory, MergedAnnotation<?> annotation, String source, String prefix) {

    /** Reads the annotation that an attribute holds. */
    AnnotationValues nested(String attribute, Class<? extends Annotation> type) {
        return new AnnotationValues(beanFactory, annotation.getAnnotation(attribute, type), source, attribute + ".");
    }

    private String name() {
        return "@" + annotation.getType().getSimpleName();
    }

    /** Names the annotation and its source, as what is wrong. */
    String located() {
        return name() + " on " + source;
    }

    /** Names the annotation and its source, as the begin of a message that refuses the source. */
    String mark() {
        return name() + " is on " + source;
    }

    /** Reads attributes; a failure names the annotation and its source. */
    <T extends @Nullable Object> T read(Function<AnnotationValues, T> reader) {
        try {
            return reader.apply(this);
        } catch (RuntimeException e) {
            throw InvalidListenerException.ofAttributes(located(), e);
        }
    }

    /** Resolves a text; null if the result is null or an empty text. */
    @Nullable
    Object value(String attribute) {
        String text = beanFactory.resolveEmbeddedValue(annotation.getString(attribute));
        BeanExpressionResolver resolver = beanFactory.getBeanExpressionResolver();
        try {
            Object value =
                    resolver == null ? text : resolver.evaluate(text, new BeanExpressionContext(beanFactory, null));
            return "".equals(value) ? null : value;
        } catch (BeanExpressionException e) {
            throw new IllegalArgumentException(
                    prefix + attribute + " cannot be evaluated, '" + text + "': "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    e);
        }
    }

    /** Resolves a text; empty if it is not set. */
    String text(String attribute) {
        Object value = value(attribute);
        if (value == null || value instanceof CharSequence || value instanceof Enum<?>) {
            return value == null ? "" : value.toString();
        }
        throw wrong(attribute, "a text", value, null);
    }

    @Nullable
    Duration duration(String attribute) {
        return value(attribute, Duration.class, "a duration such as 30s or PT5M", DurationStyle::detectAndParse);
    }

    @Nullable
    DataSize size(String attribute) {
        return value(attribute, DataSize.class, "a size such as 64MB", DataSize::parse);
    }

    @Nullable
    Double number(String attribute) {
        return value(attribute, Double.class, "a number", Double::valueOf);
    }

    @Nullable
    Integer integer(String attribute) {
        return value(attribute, Integer.class, "a whole number", Integer::valueOf);
    }

    <E extends Enum<E>> @Nullable E constant(String attribute, Class<E> type) {
        String kind = Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(" or "));
        return value(attribute, type, kind, word -> Enum.valueOf(type, word));
    }

    boolean isEnabled() {
        return required("enabled", Boolean.class, "true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException();
        });
    }

    boolean isTrue(String attribute) {
        return annotation.getBoolean(attribute);
    }

    <E extends Enum<E>> E[] constants(String attribute, Class<E> type) {
        return annotation.getEnumArray(attribute, type);
    }

    Class<?>[] classes(String attribute) {
        return annotation.getClassArray(attribute);
    }

    /** Finds the bean that an attribute names, or the result of its expression; null if the attribute is not set. */
    <T> @Nullable T bean(String attribute, Class<T> type) {
        return value(attribute, type, "the name of a bean of " + type.getName(), name -> {
            if (beanFactory.containsBean(name) && beanFactory.isTypeMatch(name, type)) {
                return beanFactory.getBean(name, type);
            }
            throw new IllegalArgumentException();
        });
    }

    /** Resolves a value of a type, or parses its text; null if it is not set. */
    private <T> @Nullable T value(String attribute, Class<T> type, String kind, Function<String, T> parse) {
        Object value = value(attribute);
        return value == null ? null : as(attribute, value, type, kind, parse);
    }

    /** Resolves a value of a type, or parses its text, which may be empty. */
    <T> T required(String attribute, Class<T> type, String kind, Function<String, T> parse) {
        return as(attribute, Objects.requireNonNullElse(value(attribute), ""), type, kind, parse);
    }

    private <T> T as(String attribute, Object value, Class<T> type, String kind, Function<String, T> parse) {
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        if (!(value instanceof CharSequence || value instanceof Number)) {
            throw wrong(attribute, kind, value, null);
        }
        try {
            return parse.apply(value.toString());
        } catch (IllegalArgumentException | DateTimeException e) {
            throw wrong(attribute, kind, value, e);
        }
    }

    private IllegalArgumentException wrong(String attribute, String kind, Object value, @Nullable Exception cause) {
        String is = value instanceof CharSequence || value instanceof Number || value instanceof Boolean
                ? "'" + value + "'"
                : "of " + value.getClass().getName();
        return new IllegalArgumentException(prefix + attribute + " must be " + kind + ", but is " + is, cause);
    }
}
