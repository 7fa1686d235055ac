package io.delayqueue.autoconfigure.listener;

import io.delayqueue.BatchCallback;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
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

/** Finds the checks of payload parameters with {@code @Valid} or {@code @Validated}. */
record PayloadChecks(ConfigurableListableBeanFactory beanFactory) {

    private static final String VALIDATOR = "jakarta.validation.Validator";

    /**
     * Finds the check of a parameter; null without an annotation.
     *
     * @throws IllegalArgumentException if there is an annotation, but no validator
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
     * Adds the check that the bean's {@code call} method declares, if any.
     *
     * @param call the method of the class behind proxies
     * @throws InvalidListenerException if it declares one, but there is no validator
     */
    TaskCallback<?> checked(TaskCallback<?> callback, Method call, String source) {
        PayloadCheck check;
        try {
            check = of(new AnnotatedMethod(call).getMethodParameters()[0]);
        } catch (IllegalArgumentException e) {
            throw new InvalidListenerException("The payload of " + source + " is wrong: " + e.getMessage(), e);
        }
        return check == null ? callback : checked(callback, check);
    }

    @SuppressWarnings("unchecked")
    private static TaskCallback<?> checked(TaskCallback<?> callback, PayloadCheck check) {
        if (callback instanceof BatchCallback<?> batch) {
            return new CheckedBatch((BatchCallback<@Nullable Object>) batch, check);
        }
        TaskCallback<@Nullable Object> single = (TaskCallback<@Nullable Object>) callback;
        return (TaskCallback<@Nullable Object>) (payload, context) -> {
            check.check(payload);
            single.call(payload, context);
        };
    }

    private record CheckedBatch(BatchCallback<@Nullable Object> callback, PayloadCheck check)
            implements BatchCallback<@Nullable Object> {

        @Override
        public void check(@Nullable Object payload) throws Exception {
            check.check(payload);
            callback.check(payload);
        }

        @Override
        public void call(List<TaskMessage<@Nullable Object>> tasks, TaskContext context) throws Exception {
            callback.call(tasks, context);
        }
    }

    /** Types of this library whose fields validators read; none without a validator on the class path. */
    static List<Class<?>> containers(@Nullable ClassLoader classLoader) {
        return ClassUtils.isPresent(VALIDATOR, classLoader) ? BeanValidation.containers() : List.of();
    }

    private PayloadCheck check(String annotation, Class<?>[] groups) {
        PayloadCheck check = ClassUtils.isPresent(VALIDATOR, beanFactory.getBeanClassLoader())
                ? BeanValidation.of(beanFactory, groups)
                : null;
        if (check == null) {
            throw new IllegalArgumentException(annotation + " on the payload needs a bean of " + VALIDATOR
                    + ", a single or primary one: add spring-boot-starter-validation");
        }
        return check;
    }

    private static Class<?>[] groups(Object[] hints) {
        return Arrays.stream(hints).filter(Class.class::isInstance).toArray(Class<?>[]::new);
    }
}
