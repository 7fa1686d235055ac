package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskCallback;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/**
 * Determines the types of payloads. Type variables are resolved by the bean's class or its factory method, which a JSON mapper
 * does not know.
 */
final class PayloadTypes {

    private final ConfigurableListableBeanFactory beanFactory;

    PayloadTypes(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    Type ofCallback(String beanName, Class<?> beanType, String source) {
        return find(beanName, beanType, bean -> bean.as(TaskCallback.class).getGeneric(0), source);
    }

    Type ofParameter(String beanName, Class<?> beanType, Method method, int index, String source) {
        MethodParameter parameter = new MethodParameter(method, index);
        return find(beanName, beanType, bean -> ResolvableType.forMethodParameter(parameter, bean), source);
    }

    private Type find(
            String beanName, Class<?> beanType, Function<ResolvableType, ResolvableType> payload, String source) {
        return Stream.of(ResolvableType.forClass(beanType), declared(beanName))
                .map(payload)
                .filter(type -> type.resolve() != null && isKnown(type))
                .findFirst()
                .map(type -> withoutVariables(type).getType())
                .orElseThrow(() -> new InvalidListenerException("The payload type of " + source
                        + " is not known: declare a callback as TaskCallback<YourPayload>, and let the bean's class,"
                        + " or its @Bean method, define the type variables"));
    }

    private ResolvableType declared(String beanName) {
        return beanFactory.containsBeanDefinition(beanName)
                ? beanFactory.getMergedBeanDefinition(beanName).getResolvableType()
                : ResolvableType.NONE;
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
