package io.delayqueue.autoconfigure.listener;

import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;

/** Converts headers to one type. */
record HeaderConversion(ConversionService service, TypeDescriptor type) {

    /** Name of the type for messages. */
    String typeName() {
        return type.getResolvableType().toString();
    }

    @Nullable
    Object convert(@Nullable Object value) {
        return value == null ? null : service.convert(value, TypeDescriptor.forObject(value), type);
    }
}
