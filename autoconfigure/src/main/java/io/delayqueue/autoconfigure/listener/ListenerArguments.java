package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import io.delayqueue.annotation.Header;
import io.delayqueue.annotation.Headers;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/** Finds the arguments for the parameters of listener methods. Annotations count on overridden methods and those of interfaces too. */
record ListenerArguments(PayloadChecks checks) {

    private static final ResolvableType HEADERS =
            ResolvableType.forClassWithGenerics(Map.class, String.class, String.class);

    /**
     * Arguments of one method's parameters.
     *
     * @param payload the payload's parameter, if there is one
     */
    record Found(List<Argument> arguments, @Nullable MethodParameter payload) {}

    /**
     * List of a batch.
     *
     * @param messages whether the list has messages; else it has payloads
     * @param check the check of each payload, if there is one
     */
    record Batch(boolean messages, @Nullable PayloadCheck check) {}

    /**
     * Reads the parameters of a method.
     *
     * @param source the method and its bean, for messages
     * @throws InvalidListenerException if it has a parameter that nothing can be given to
     */
    Found of(Method method, String source) {
        List<Argument> arguments = new ArrayList<>();
        MethodParameter payload = null;
        boolean context = false;
        for (MethodParameter parameter : ListenerMethod.parameters(method)) {
            Argument annotated = annotated(parameter, source);
            if (annotated != null) {
                arguments.add(annotated);
            } else if (parameter.getParameterType() == TaskContext.class && !context) {
                context = true;
                arguments.add((body, task) -> task);
            } else if (parameter.getParameterType() != TaskContext.class && payload == null) {
                payload = parameter;
                if (isMessage(ResolvableType.forMethodParameter(parameter).as(List.class))) {
                    throw new InvalidListenerException("@DelayQueueListener is on " + source
                            + ", which takes a list of TaskMessage and needs batchSize");
                }
                arguments.add(payload(parameter, source));
            } else {
                throw new InvalidListenerException("@DelayQueueListener is on " + source
                        + ", which must take at most one payload and one TaskContext, besides @Header and @Headers");
            }
        }
        return new Found(arguments, payload);
    }

    /**
     * Reads the parameter of a method that takes batches.
     *
     * @throws InvalidListenerException if the method does not take a list and nothing else, or returns a value
     */
    Batch ofBatch(Method method, Class<?> type, String source) {
        List<MethodParameter> parameters = ListenerMethod.parameters(method);
        if (parameters.size() != 1
                || parameters.get(0).getParameterType() != List.class
                || parameters.get(0).getGenericParameterType() == List.class) {
            throw new InvalidListenerException("@DelayQueueListener is on " + source
                    + ", which has batchSize and must take a List of payloads, or of TaskMessage, and nothing else");
        }
        if (!AsynchronousMethods.returnsVoid(method, type)) {
            throw new InvalidListenerException("@DelayQueueListener is on " + source + ", which returns "
                    + method.getGenericReturnType().getTypeName()
                    + ": a batch listener returns void, or a CompletionStage of Void");
        }
        MethodParameter list = parameters.get(0);
        return new Batch(isMessage(ResolvableType.forMethodParameter(list)), check(list, source));
    }

    private static boolean isMessage(ResolvableType list) {
        return list.getGeneric(0).resolve() == TaskMessage.class;
    }

    private @Nullable Argument annotated(MethodParameter parameter, String source) {
        Header header = parameter.getParameterAnnotation(Header.class);
        boolean headers = parameter.hasParameterAnnotation(Headers.class);
        try {
            if (header != null && headers) {
                throw new IllegalArgumentException("@Header and @Headers must not both be on it");
            }
            if (header != null) {
                return new HeaderArgument(header, parameter, checks.beanFactory());
            }
            return headers ? headers(parameter) : null;
        } catch (RuntimeException e) {
            throw wrong(parameter, source, e);
        }
    }

    private static Argument headers(MethodParameter parameter) {
        ResolvableType type = ResolvableType.forMethodParameter(parameter);
        if (type.resolve() != Map.class || !type.isAssignableFrom(HEADERS)) {
            throw new IllegalArgumentException("@Headers must be on a Map<String, String>, but is on " + type);
        }
        return (payload, context) -> context.headers();
    }

    private Argument payload(MethodParameter parameter, String source) {
        PayloadCheck check = check(parameter, source);
        return (payload, context) -> {
            if (check != null) {
                check.check(payload);
            }
            return payload;
        };
    }

    private @Nullable PayloadCheck check(MethodParameter parameter, String source) {
        try {
            return checks.of(parameter);
        } catch (RuntimeException e) {
            throw wrong(parameter, source, e);
        }
    }

    private static InvalidListenerException wrong(MethodParameter parameter, String source, RuntimeException cause) {
        String name = parameter.getParameterName();
        return new InvalidListenerException(
                "The parameter " + (name == null ? parameter.getParameterIndex() : "'" + name + "'") + " of " + source
                        + " is wrong: " + cause.getMessage(),
                cause);
    }
}
