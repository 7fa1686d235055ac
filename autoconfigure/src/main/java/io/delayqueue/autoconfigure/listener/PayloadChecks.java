package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskCallback;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedMethod;
import org.springframework.util.ClassUtils;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

/** Finds the checks that payload parameters ask for by {@code @Valid} or {@code @Validated}. */
final class PayloadChecks {

    private static final String VALIDATOR = "jakarta.validation.Validator";

    private final ConfigurableListableBeanFactory beanFactory;

    PayloadChecks(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /**
     * The check of a parameter, or null if it asks for none.
     *
     * @throws IllegalArgumentException if it asks for one, and there is no validator
     */
    @Nullable
    PayloadCheck of(MethodParameter parameter) {
        for (Annotation annotation : parameter.getParameterAnnotations()) {
            Object[] hints = ValidationAnnotationUtils.determineValidationHints(annotation);
            if (hints != null) {
                return check("@" + annotation.annotationType().getSimpleName(), groups(hints));
            }
        }
        return null;
    }

    /**
     * The callback of a bean, behind the check that its own {@code call} method asks for, if it does.
     *
     * @param call the method as the bean's class behind proxies has it
     * @throws InvalidListenerException if it asks for one, and there is no validator
     */
    TaskCallback<?> checked(TaskCallback<?> callback, Method call, String source) {
        PayloadCheck check;
        try {
            check = of(new AnnotatedMethod(call).getMethodParameters()[0]);
        } catch (IllegalArgumentException e) {
            throw new InvalidListenerException("The payload of " + source + " is wrong: " + e.getMessage(), e);
        }
        return check == null ? callback : new ValidatingCallback(callback, check);
    }

    /** The types of ours that checks have a validator look into; none if there can be no checks. */
    static List<Class<?>> containers(@Nullable ClassLoader classLoader) {
        return ClassUtils.isPresent(VALIDATOR, classLoader) ? BeanValidation.containers() : List.of();
    }

    private PayloadCheck check(String annotation, Class<?>[] groups) {
        PayloadCheck check = ClassUtils.isPresent(VALIDATOR, beanFactory.getBeanClassLoader())
                ? BeanValidation.of(beanFactory, groups)
                : null;
        if (check == null) {
            throw new IllegalArgumentException(annotation + " on the payload needs a bean of " + VALIDATOR
                    + ", one alone or one that is primary: add spring-boot-starter-validation");
        }
        return check;
    }

    private static Class<?>[] groups(Object[] hints) {
        return Arrays.stream(hints).filter(Class.class::isInstance).toArray(Class<?>[]::new);
    }
}
