package io.delayqueue.autoconfigure.listener;

import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.TypeDescriptor;

/** Finds the conversion of headers: the application's own, else that of Spring Boot's properties. */
final class HeaderConversions {

    private static final TypeDescriptor TEXT = TypeDescriptor.valueOf(String.class);

    private final ConfigurableBeanFactory beanFactory;

    HeaderConversions(ConfigurableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    HeaderConversion to(MethodParameter parameter) {
        TypeDescriptor type = new TypeDescriptor(parameter);
        return Stream.of(beanFactory.getConversionService(), ApplicationConversionService.getSharedInstance())
                .filter(Objects::nonNull)
                .filter(service -> service.canConvert(TEXT, type))
                .findFirst()
                .map(service -> new HeaderConversion(service, type))
                .orElseThrow(() -> new IllegalArgumentException("@Header cannot be on " + type.getResolvableType()
                        + ": no converter from a text to it is known"));
    }
}
