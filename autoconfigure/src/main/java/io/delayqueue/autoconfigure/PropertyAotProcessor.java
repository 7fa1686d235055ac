package io.delayqueue.autoconfigure;

import io.delayqueue.Callback;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.Environment;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.util.ClassUtils;

/**
 * Contributes hints for a native image: the classes that properties name when the image is built. Callbacks carried by tasks
 * are created by reflection, and their arguments are read from JSON.
 */
final class PropertyAotProcessor implements BeanFactoryInitializationAotProcessor {

    @Override
    public BeanFactoryInitializationAotContribution processAheadOfTime(ConfigurableListableBeanFactory beanFactory) {
        Environment environment =
                beanFactory.getBean(ConfigurableApplicationContext.ENVIRONMENT_BEAN_NAME, Environment.class);
        return (context, code) -> {
            ReflectionHints hints = context.getRuntimeHints().reflection();
            names(environment, "retry.no-retry-for")
                    .forEach(exception -> hints.registerType(TypeReference.of(exception)));
            names(environment, "allowed-callbacks")
                    .flatMap(pattern -> callbacks(pattern, beanFactory.getBeanClassLoader()))
                    .forEach(callback -> register(callback, hints));
        };
    }

    /** Values of a property in all queues. */
    private static Stream<String> names(Environment environment, String property) {
        Stream<String> queues = new NamedQueues(environment).names().stream();
        return Stream.concat(Stream.of(DelayQueueEngine.DEFAULT_NAME), queues)
                .map(queue -> Binder.get(environment)
                        .bind(NamedQueues.prefix(queue) + "." + property, Bindable.listOf(String.class))
                        .orElse(List.of()))
                .flatMap(List::stream);
    }

    /** Leaves out a missing class: tasks that carry it become dead letters, in an image or not. */
    private static Stream<Class<?>> callbacks(String pattern, @Nullable ClassLoader classLoader) {
        if (!pattern.endsWith(".*")) {
            return ClassUtils.isPresent(pattern, classLoader)
                    ? Stream.of(ClassUtils.resolveClassName(pattern, classLoader))
                    : Stream.empty();
        }
        ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.setResourceLoader(new DefaultResourceLoader(classLoader));
        scanner.addIncludeFilter(new AssignableTypeFilter(Callback.class));
        return scanner.findCandidateComponents(pattern.substring(0, pattern.length() - 2)).stream()
                .map(found -> ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), classLoader));
    }

    private static void register(Class<?> callback, ReflectionHints hints) {
        hints.registerType(callback, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
        for (Constructor<?> constructor : callback.getConstructors()) {
            new BindingReflectionHintsRegistrar()
                    .registerReflectionHints(hints, constructor.getGenericParameterTypes());
        }
    }
}
