package io.delayqueue.autoconfigure.listener;

import io.delayqueue.BatchCallback;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskMessage;
import io.delayqueue.callback.TopicCallback;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedMethod;

/**
 * Determines the types of payloads. Type variables are resolved by the bean's class or its factory method, which a JSON mapper
 * does not know.
 */
final class PayloadTypes {

    private PayloadTypes() {}

    /**
     * Reads the type argument of a callback.
     *
     * @param call the {@code call} method of the class behind proxies
     */
    static PayloadType ofCallback(List<ResolvableType> owners, TaskCallback<?> callback, Method call, String source) {
        if (callback instanceof BatchCallback) {
            return ofBatch(owners, bean -> bean.as(BatchCallback.class).getGeneric(0), source);
        }
        Type type = find(owners, bean -> bean.as(TaskCallback.class).getGeneric(0), source);
        return new PayloadType(type, isRequired(new AnnotatedMethod(call).getMethodParameters()[0], type));
    }

    /** Reads the type of a parameter, null for a method without a payload. */
    static PayloadType ofParameter(List<ResolvableType> owners, @Nullable MethodParameter parameter, String source) {
        if (parameter == null) {
            return PayloadType.NONE;
        }
        Type type = find(owners, bean -> ResolvableType.forMethodParameter(parameter, bean), source);
        return new PayloadType(type, isRequired(parameter, type));
    }

    /** Reads the type of the payloads in a list of payloads, or of messages. */
    static PayloadType ofList(List<ResolvableType> owners, Method method, String source) {
        MethodParameter list = new MethodParameter(method, 0);
        return ofBatch(owners, bean -> ofList(ResolvableType.forMethodParameter(list, bean)), source);
    }

    private static PayloadType ofBatch(
            List<ResolvableType> owners, Function<ResolvableType, ResolvableType> payload, String source) {
        Type type = find(owners, payload, source);
        return new PayloadType(type, TopicCallback.isNeverNull(type));
    }

    private static ResolvableType ofList(ResolvableType list) {
        ResolvableType element = list.getGeneric(0);
        return element.resolve() == TaskMessage.class ? element.getGeneric(0) : element;
    }

    /** What the parameter declares, else what its type implies. */
    private static boolean isRequired(MethodParameter parameter, Type type) {
        return switch (Nullness.forMethodParameter(parameter)) {
            case NON_NULL -> true;
            case NULLABLE -> false;
            case UNSPECIFIED -> TopicCallback.isNeverNull(type);
        };
    }

    private static Type find(
            List<ResolvableType> owners, Function<ResolvableType, ResolvableType> payload, String source) {
        return owners.stream()
                .map(payload)
                .filter(type -> type.resolve() != null && isKnown(type))
                .findFirst()
                .map(type -> withoutVariables(type).getType())
                .orElseThrow(() -> new InvalidListenerException("The payload type of " + source
                        + " is not known: declare a callback as TaskCallback<YourPayload>, and let the bean's class,"
                        + " or its @Bean method, define the type variables"));
    }

    /** Sources of type variables: the bean's class and its factory method. */
    static List<ResolvableType> owners(ConfigurableListableBeanFactory beanFactory, String name, Class<?> type) {
        ResolvableType own = ResolvableType.forClass(type);
        return beanFactory.containsBeanDefinition(name)
                ? List.of(own, beanFactory.getMergedBeanDefinition(name).getResolvableType())
                : List.of(own);
    }

    private static boolean isKnown(ResolvableType type) {
        if (type.getType() instanceof Class<?>) {
            return true;
        }
        if (type.isArray()) {
            return isKnown(type.getComponentType());
        }
        return type.resolve() == null
                ? type.getType() instanceof WildcardType
                : Stream.of(type.getGenerics()).allMatch(PayloadTypes::isKnown);
    }

    private static ResolvableType withoutVariables(ResolvableType type) {
        Class<?> resolved = type.resolve();
        if (resolved == null
                || type.getType() instanceof Class<?>
                || type.getComponentType().hasGenerics()) {
            return type;
        }
        ResolvableType[] generics = Stream.of(type.getGenerics())
                .map(PayloadTypes::withoutVariables)
                .toArray(ResolvableType[]::new);
        return generics.length == 0
                ? ResolvableType.forClass(resolved)
                : ResolvableType.forClassWithGenerics(resolved, generics);
    }
}
