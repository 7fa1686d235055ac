package io.delayqueue.autoconfigure.listener;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;

/** Converts headers to one type. */
record HeaderConversion(ConversionService service, TypeDescriptor type) {

    private static final TypeDescriptor TEXT = TypeDescriptor.valueOf(String.class);

    /** Finds the conversion to the type of a parameter: the application's own, else that of Spring Boot's properties. */
    static HeaderConversion to(MethodParameter parameter, ConfigurableBeanFactory beanFactory) {
        TypeDescriptor type = new TypeDescriptor(parameter);
        return Stream.of(beanFactory.getConversionService(), ApplicationConversionService.getSharedInstance())
                .filter(Objects::nonNull)
                .filter(service -> service.canConvert(TEXT, type))
                .findFirst()
                .map(service -> new HeaderConversion(service, type))
                .orElseThrow(() -> new IllegalArgumentException("@Header cannot be on " + type.getResolvableType()
                        + ": no converter from a text to it is known"));
    }

    /** Name of the type for messages. */
    String typeName() {
        return type.getResolvableType().toString();
    }

    @Nullable
    Object convert(@Nullable Object value) {
        return value == null ? null : service.convert(value, TypeDescriptor.forObject(value), type);
    }
}
