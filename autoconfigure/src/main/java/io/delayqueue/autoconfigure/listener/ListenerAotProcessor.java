package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import io.delayqueue.annotation.DelayQueueListener;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
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
import org.springframework.util.ClassUtils;

/**
 * Contributes hints for a native image: the methods of listeners, which are called by reflection, and the types of payloads and
 * parameters, which JSON mappers and validators read by reflection. Reads the definitions of beans and creates no bean.
 */
final class ListenerAotProcessor implements BeanFactoryInitializationAotProcessor {

    @Override
    public BeanFactoryInitializationAotContribution processAheadOfTime(ConfigurableListableBeanFactory beanFactory) {
        return (context, code) -> {
            ReflectionHints hints = context.getRuntimeHints().reflection();
            for (String name : beanFactory.getBeanNamesForType(Object.class, true, false)) {
                Class<?> type = AutoProxyUtils.determineTargetClass(beanFactory, name);
                if (type != null) {
                    register(beanFactory, name, type, hints);
                }
            }
            PayloadChecks.containers(beanFactory.getBeanClassLoader())
                    .forEach(type -> hints.registerType(type, MemberCategory.ACCESS_DECLARED_FIELDS));
        };
    }

    private static void register(
            ConfigurableListableBeanFactory beanFactory, String name, Class<?> type, ReflectionHints hints) {
        List<ResolvableType> owners = PayloadTypes.owners(beanFactory, name, type);
        if (beanFactory.findAnnotationOnBean(name, DelayQueueListener.class, false) != null) {
            owners.forEach(owner -> bind(owner.as(TaskCallback.class).getGeneric(0), hints));
        }
        for (Method method : ListenerRegistrar.methods(name, type).keySet()) {
            hints.registerMethod(method, ExecutableMode.INVOKE);
            // A proxy by interfaces has the interface's method.
            hints.registerMethod(ClassUtils.getInterfaceMethodIfPossible(method, type), ExecutableMode.INVOKE);
            for (MethodParameter parameter : ListenerMethod.parameters(method)) {
                owners.forEach(owner -> bind(ResolvableType.forMethodParameter(parameter, owner), hints));
            }
        }
    }

    private static void bind(ResolvableType type, ReflectionHints hints) {
        if (type.isArray()) {
            bind(type.getComponentType(), hints);
            return;
        }
        Class<?> resolved = type.resolve();
        if (resolved != null && resolved != TaskContext.class && resolved != TaskMessage.class) {
            new BindingReflectionHintsRegistrar().registerReflectionHints(hints, resolved);
        }
        Stream.of(type.getGenerics()).forEach(generic -> bind(generic, hints));
    }
}
