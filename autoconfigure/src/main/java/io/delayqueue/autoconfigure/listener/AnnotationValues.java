package io.delayqueue.autoconfigure.listener;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanExpressionException;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.NestedExceptionUtils;

/**
 * Resolves attributes of annotations, which may hold placeholders and expressions; an empty one is not set. An expression may
 * return the value itself instead of its text: a duration, a number, a boolean, a bean.
 */
final class AnnotationValues {

    private final ConfigurableBeanFactory beanFactory;

    private final BeanExpressionContext expressionContext;

    AnnotationValues(ConfigurableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
        this.expressionContext = new BeanExpressionContext(beanFactory, null);
    }

    /** Resolves a text; null if the result is null or an empty text. */
    @Nullable
    Object value(String name, String text) {
        String resolved = beanFactory.resolveEmbeddedValue(text);
        Object value = evaluate(name, resolved);
        return "".equals(value) ? null : value;
    }

    private @Nullable Object evaluate(String name, @Nullable String text) {
        BeanExpressionResolver resolver = beanFactory.getBeanExpressionResolver();
        if (resolver == null) {
            return text;
        }
        try {
            return resolver.evaluate(text, expressionContext);
        } catch (BeanExpressionException e) {
            String reason = NestedExceptionUtils.getMostSpecificCause(e).getMessage();
            throw new IllegalArgumentException(name + " cannot be evaluated, '" + text + "': " + reason, e);
        }
    }

    /** Resolves a text; empty if it is not set. */
    String text(String name, String text) {
        Object value = value(name, text);
        if (value == null) {
            return "";
        }
        if (value instanceof CharSequence || value instanceof Enum<?>) {
            return value.toString();
        }
        throw wrong(name, "a text", value);
    }

    @Nullable
    Duration duration(String name, String text) {
        return value(name, text, Duration.class, "a duration such as 30s or PT5M", DurationStyle::detectAndParse);
    }

    @Nullable
    Double number(String name, String text) {
        return value(name, text, Double.class, "a number", Double::valueOf);
    }

    @Nullable
    Integer integer(String name, String text) {
        return value(name, text, Integer.class, "a whole number", Integer::valueOf);
    }

    <E extends Enum<E>> @Nullable E constant(String name, String text, Class<E> type) {
        String kind = Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(" or "));
        return value(name, text, type, kind, word -> Enum.valueOf(type, word));
    }

    boolean bool(String name, String text) {
        Boolean value = value(name, text, Boolean.class, "true or false", AnnotationValues::parseBoolean);
        if (value == null) {
            throw wrong(name, "true or false", "");
        }
        return value;
    }

    private static Boolean parseBoolean(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException();
        };
    }

    private <T> @Nullable T value(String name, String text, Class<T> type, String kind, Function<String, T> parse) {
        Object value = value(name, text);
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        if (!(value instanceof CharSequence || value instanceof Number)) {
            throw wrong(name, kind, value);
        }
        try {
            return parse.apply(value.toString());
        } catch (IllegalArgumentException e) {
            throw (IllegalArgumentException) wrong(name, kind, value).initCause(e);
        }
    }

    static IllegalArgumentException wrong(String name, String rule, Object value) {
        String is = value instanceof CharSequence || value instanceof Number || value instanceof Boolean
                ? "'" + value + "'"
                : "of " + value.getClass().getName();
        return new IllegalArgumentException(name + " must be " + rule + ", but is " + is);
    }
}
