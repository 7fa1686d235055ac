package io.delayqueue.autoconfigure.listener;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.Header;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;

/** Header of the task, converted to the parameter's type. */
final class HeaderArgument implements Argument {

    private static final TypeDescriptor TEXT = TypeDescriptor.valueOf(String.class);

    private final String name;

    private final String parameter;

    private final boolean optional;

    private final boolean required;

    private final @Nullable Object defaultValue;

    private final TypeDescriptor type;

    private final ConversionService conversions;

    /**
     * Creates the argument.
     *
     * @throws IllegalArgumentException if the declaration of the parameter is invalid
     */
    HeaderArgument(Header header, MethodParameter parameter, ConfigurableBeanFactory beanFactory) {
        this.parameter = String.valueOf(parameter.getParameterName());
        AnnotationValues values =
                new AnnotationValues(beanFactory, MergedAnnotation.from(header), this.parameter, "@Header.");
        this.name = name(parameter, values);
        this.optional = parameter.getParameterType() == Optional.class;
        this.defaultValue = values.value("defaultValue");
        this.required = header.required() && defaultValue == null && !parameter.isOptional();
        this.type = new TypeDescriptor(parameter.nestedIfOptional());
        // The application's own conversion, else that of Spring Boot's properties.
        this.conversions = Stream.of(
                        beanFactory.getConversionService(), ApplicationConversionService.getSharedInstance())
                .filter(Objects::nonNull)
                .filter(service -> service.canConvert(TEXT, type))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("@Header cannot be on " + type.getResolvableType()
                        + ": no converter from a text to it is known"));
        if (!required && defaultValue == null && parameter.getParameterType().isPrimitive()) {
            throw new IllegalArgumentException("@Header needs a default value to be optional, because its type is "
                    + parameter.getParameterType());
        }
        try {
            convert(defaultValue);
        } catch (ConversionException e) {
            throw new IllegalArgumentException(
                    "@Header.defaultValue must fit " + type.getResolvableType() + ", but is '" + defaultValue + "'", e);
        }
    }

    private static String name(MethodParameter parameter, AnnotationValues values) {
        String name = values.text("name");
        if (!name.isEmpty()) {
            return name;
        }
        String own = parameter.getParameterName();
        if (own == null) {
            throw new IllegalArgumentException(
                    "@Header needs a name, because the parameter's is not known: set it, or compile with -parameters");
        }
        return own;
    }

    @Override
    public @Nullable Object of(@Nullable Object payload, TaskContext context) {
        String header = context.headers().get(name);
        if (header == null && required) {
            throw new RejectTaskException("The task has no header '" + name + "', which " + where() + " requires");
        }
        Object value = header == null ? defaultValue : header;
        try {
            Object converted = convert(value);
            return optional ? Optional.ofNullable(converted) : converted;
        } catch (ConversionException e) {
            throw new RejectTaskException(
                    "The header '" + name + "' does not fit " + where() + ", because it is '" + value + "'", e);
        }
    }

    private @Nullable Object convert(@Nullable Object value) {
        return value == null ? null : conversions.convert(value, TypeDescriptor.forObject(value), type);
    }

    private String where() {
        return "the parameter '" + parameter + "' (" + type.getResolvableType() + ")";
    }
}
