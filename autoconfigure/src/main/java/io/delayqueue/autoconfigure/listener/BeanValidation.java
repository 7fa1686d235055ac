package io.delayqueue.autoconfigure.listener;

import io.delayqueue.RejectTaskException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Valid;
import jakarta.validation.Validator;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** Checks payloads by Bean Validation. The only class here that needs it on the class path. */
final class BeanValidation implements PayloadCheck {

    private final Validator validator;

    private final Class<?>[] groups;

    private BeanValidation(Validator validator, Class<?>[] groups) {
        this.validator = validator;
        this.groups = groups;
    }

    /** The check by the application's validator, or null if there is none, or several without a primary one. */
    static @Nullable BeanValidation of(BeanFactory beanFactory, Class<?>[] groups) {
        Validator validator = beanFactory.getBeanProvider(Validator.class).getIfUnique();
        return validator == null ? null : new BeanValidation(validator, groups);
    }

    /** A payload, which may be a list or a map: those are looked into only where an annotation says so. */
    private record Checked(@Valid @Nullable Object payload) {}

    @Override
    public void check(@Nullable Object payload) {
        Set<ConstraintViolation<Checked>> violations = validator.validate(new Checked(payload), groups);
        if (!violations.isEmpty()) {
            throw new RejectTaskException("The payload is not valid: "
                    + violations.stream().map(BeanValidation::describe).sorted().collect(Collectors.joining("; ")));
        }
    }

    private static String describe(ConstraintViolation<Checked> violation) {
        String path = violation.getPropertyPath().toString().replaceFirst("^payload\\.?", "");
        return path.isEmpty() ? violation.getMessage() : path + " " + violation.getMessage();
    }
}
