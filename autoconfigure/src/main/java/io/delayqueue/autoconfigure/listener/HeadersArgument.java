package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/** Headers of the task as a map. */
final class HeadersArgument implements Argument {

    private static final ResolvableType HEADERS =
            ResolvableType.forClassWithGenerics(Map.class, String.class, String.class);

    /**
     * Creates the argument.
     *
     * @throws IllegalArgumentException if the parameter is not a {@code Map<String, String>}
     */
    HeadersArgument(MethodParameter parameter) {
        ResolvableType type = ResolvableType.forMethodParameter(parameter);
        if (type.resolve() != Map.class || !type.isAssignableFrom(HEADERS)) {
            throw new IllegalArgumentException("@Headers must be on a Map<String, String>, but is on " + type);
        }
    }

    @Override
    public @Nullable Object of(@Nullable Object payload, TaskContext context) {
        return context.headers();
    }
}
