package io.delayqueue.autoconfigure;

import io.delayqueue.Callback;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import java.lang.reflect.Constructor;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
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
    public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
            ConfigurableListableBeanFactory beanFactory) {
        Environment environment =
                beanFactory.getBean(ConfigurableApplicationContext.ENVIRONMENT_BEAN_NAME, Environment.class);
        List<String> exceptions = names(environment, "retry.no-retry-for");
        ClassLoader classLoader = beanFactory.getBeanClassLoader();
        Set<Class<?>> callbacks = new LinkedHashSet<>();
        names(environment, "allowed-callbacks").forEach(pattern -> addCallbacks(pattern, classLoader, callbacks));
        return exceptions.isEmpty() && callbacks.isEmpty()
                ? null
                : (context, code) -> register(
                        exceptions, callbacks, context.getRuntimeHints().reflection());
    }

    /** Values of a property in all queues. */
    private static List<String> names(Environment environment, String property) {
        Stream<String> queues = new NamedQueues(environment).names().stream();
        return Stream.concat(Stream.of(DelayQueueEngine.DEFAULT_NAME), queues)
                .map(queue -> Binder.get(environment)
                        .bind(NamedQueues.prefix(queue) + "." + property, Bindable.listOf(String.class))
                        .orElse(List.of()))
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    /** Leaves out a missing class: tasks that carry it become dead letters, in an image or not. */
    private static void addCallbacks(String pattern, @Nullable ClassLoader classLoader, Set<Class<?>> callbacks) {
        if (pattern.endsWith(".*")) {
            ClassPathScanningCandidateComponentProvider scanner =
                    new ClassPathScanningCandidateComponentProvider(false);
            scanner.setResourceLoader(new DefaultResourceLoader(classLoader));
            scanner.addIncludeFilter(new AssignableTypeFilter(Callback.class));
            for (BeanDefinition found : scanner.findCandidateComponents(pattern.substring(0, pattern.length() - 2))) {
                callbacks.add(ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), classLoader));
            }
        } else if (ClassUtils.isPresent(pattern, classLoader)) {
            callbacks.add(ClassUtils.resolveClassName(pattern, classLoader));
        }
    }

    private static void register(List<String> exceptions, Set<Class<?>> callbacks, ReflectionHints hints) {
        exceptions.forEach(exception -> hints.registerType(TypeReference.of(exception)));
        BindingReflectionHintsRegistrar arguments = new BindingReflectionHintsRegistrar();
        for (Class<?> callback : callbacks) {
            hints.registerType(callback, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
            for (Constructor<?> constructor : callback.getConstructors()) {
                arguments.registerReflectionHints(hints, constructor.getGenericParameterTypes());
            }
        }
    }
}
