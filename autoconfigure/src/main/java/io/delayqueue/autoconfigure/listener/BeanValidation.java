package io.delayqueue.autoconfigure.listener;

import io.delayqueue.RejectTaskException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Valid;
import jakarta.validation.Validator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** Checks payloads by Bean Validation. No other class of this package needs it on the class path. */
final class BeanValidation implements PayloadCheck {

    private final Validator validator;

    private final Class<?>[] groups;

    private BeanValidation(Validator validator, Class<?>[] groups) {
        this.validator = validator;
        this.groups = groups;
    }

    /** Creates the check by the application's validator; null if there is none, or several without a primary one. */
    static @Nullable BeanValidation of(BeanFactory beanFactory, Class<?>[] groups) {
        Validator validator = beanFactory.getBeanProvider(Validator.class).getIfUnique();
        return validator == null ? null : new BeanValidation(validator, groups);
    }

    /**
     * Wraps a payload whose elements are checked too: validators descend into an object only where an annotation requires it.
     */
    private sealed interface Container {}

    /** {@return the types whose fields a validator reads by reflection} */
    static List<Class<?>> containers() {
        return List.of(Container.class.getPermittedSubclasses());
    }

    private record Elements(Iterable<@Valid Object> payload) implements Container {}

    private record Entries(Map<@Valid Object, @Valid Object> payload) implements Container {}

    private record Value(Optional<@Valid Object> payload) implements Container {}

    @Override
    public void check(@Nullable Object payload) {
        if (payload != null) {
            reject(validator.validate(checked(payload), groups));
        }
    }

    @SuppressWarnings("unchecked")
    private static Object checked(Object payload) {
        if (payload instanceof Iterable<?> elements) {
            return new Elements((Iterable<Object>) elements);
        }
        if (payload instanceof Map<?, ?> entries) {
            return new Entries((Map<Object, Object>) entries);
        }
        if (payload instanceof Optional<?> value) {
            return new Value((Optional<Object>) value);
        }
        return payload instanceof Object[] array ? new Elements(Arrays.asList(array)) : payload;
    }

    private static void reject(Set<ConstraintViolation<Object>> violations) {
        if (!violations.isEmpty()) {
            throw new RejectTaskException("The payload is not valid: "
                    + violations.stream().map(BeanValidation::describe).sorted().collect(Collectors.joining("; ")));
        }
    }

    private static String describe(ConstraintViolation<Object> violation) {
        String path = violation.getPropertyPath().toString();
        String own = violation.getRootBean() instanceof Container ? path.replaceFirst("^payload\\.?", "") : path;
        return own.isEmpty() ? violation.getMessage() : own + " " + violation.getMessage();
    }
}
