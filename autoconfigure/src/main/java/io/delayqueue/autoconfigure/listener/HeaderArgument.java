package io.delayqueue.autoconfigure.listener;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.Header;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.convert.ConversionException;

/** Header of the task, converted to the parameter's type. */
final class HeaderArgument implements Argument {

    private final String name;

    private final String parameter;

    private final boolean optional;

    private final boolean required;

    private final @Nullable Object defaultValue;

    private final HeaderConversion conversion;

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
        this.conversion = HeaderConversion.to(parameter.nestedIfOptional(), beanFactory);
        if (!required && defaultValue == null && parameter.getParameterType().isPrimitive()) {
            throw new IllegalArgumentException("@Header needs a default value to be optional, because its type is "
                    + parameter.getParameterType());
        }
        checkDefault();
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

    private void checkDefault() {
        try {
            conversion.convert(defaultValue);
        } catch (ConversionException e) {
            throw new IllegalArgumentException(
                    "@Header.defaultValue must fit " + conversion.typeName() + ", but is '" + defaultValue + "'", e);
        }
    }

    @Override
    public @Nullable Object of(@Nullable Object payload, TaskContext context) {
        String header = context.headers().get(name);
        if (header == null && required) {
            throw new RejectTaskException("The task has no header '" + name + "', which " + where() + " requires");
        }
        Object value = convert(header == null ? defaultValue : header);
        return optional ? Optional.ofNullable(value) : value;
    }

    private @Nullable Object convert(@Nullable Object value) {
        try {
            return conversion.convert(value);
        } catch (ConversionException e) {
            throw new RejectTaskException(
                    "The header '" + name + "' does not fit " + where() + ", because it is '" + value + "'", e);
        }
    }

    private String where() {
        return "the parameter '" + parameter + "' (" + conversion.typeName() + ")";
    }
}
