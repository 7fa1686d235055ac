package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import io.delayqueue.annotation.DelayQueueListener;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Contributes hints for a native image: the methods of listeners, which are called by reflection, and the types of payloads and
 * parameters, which JSON mappers and validators read by reflection. Reads the definitions of beans and creates no bean.
 */
final class ListenerAotProcessor implements BeanFactoryInitializationAotProcessor {

    /** Methods and types that need hints. */
    private record Needs(Set<Method> methods, Set<Class<?>> bound) {}

    @Override
    public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
            ConfigurableListableBeanFactory beanFactory) {
        Needs needs = new Needs(new LinkedHashSet<>(), new LinkedHashSet<>());
        for (String name : beanFactory.getBeanNamesForType(Object.class, true, false)) {
            Class<?> type = AutoProxyUtils.determineTargetClass(beanFactory, name);
            if (type != null) {
                addTopic(beanFactory, name, type, needs);
                ListenerRegistrar.methods(name, type)
                        .keySet()
                        .forEach(method -> addMethod(beanFactory, name, type, method, needs));
            }
        }
        if (needs.methods.isEmpty() && needs.bound.isEmpty()) {
            return null;
        }
        List<Class<?>> containers = PayloadChecks.containers(beanFactory.getBeanClassLoader());
        return (context, code) -> {
            ReflectionHints hints = context.getRuntimeHints().reflection();
            register(needs, hints);
            containers.forEach(type -> hints.registerType(type, MemberCategory.ACCESS_DECLARED_FIELDS));
        };
    }

    private static void addTopic(ConfigurableListableBeanFactory beanFactory, String name, Class<?> type, Needs needs) {
        if (AnnotatedElementUtils.hasAnnotation(type, DelayQueueListener.class)
                || beanFactory.findAnnotationOnBean(name, DelayQueueListener.class, false) != null) {
            PayloadTypes.owners(beanFactory, name, type)
                    .forEach(owner -> addBound(owner.as(TaskCallback.class).getGeneric(0), needs.bound));
        }
    }

    private static void addMethod(
            ConfigurableListableBeanFactory beanFactory, String name, Class<?> type, Method method, Needs needs) {
        needs.methods.add(method);
        // A proxy by interfaces has the interface's method.
        for (Class<?> each : ClassUtils.getAllInterfacesForClass(type)) {
            Method declared = ClassUtils.getMethodIfAvailable(each, method.getName(), method.getParameterTypes());
            if (declared != null) {
                needs.methods.add(declared);
            }
        }
        for (MethodParameter parameter : ListenerMethod.parameters(method)) {
            PayloadTypes.owners(beanFactory, name, type)
                    .forEach(owner -> addBound(ResolvableType.forMethodParameter(parameter, owner), needs.bound));
        }
    }

    private static void addBound(ResolvableType type, Set<Class<?>> bound) {
        Class<?> resolved = type.isArray() ? null : type.resolve();
        if (resolved != null && resolved != TaskContext.class && resolved != TaskMessage.class) {
            bound.add(resolved);
        }
        if (type.isArray()) {
            addBound(type.getComponentType(), bound);
        }
        for (ResolvableType generic : type.getGenerics()) {
            addBound(generic, bound);
        }
    }

    private static void register(Needs needs, ReflectionHints hints) {
        needs.methods.forEach(method -> hints.registerMethod(method, ExecutableMode.INVOKE));
        new BindingReflectionHintsRegistrar().registerReflectionHints(hints, needs.bound.toArray(Class<?>[]::new));
    }
}
