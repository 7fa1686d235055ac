package io.delayqueue.autoconfigure.listener;

import io.delayqueue.TaskCallback;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueTopic;
import io.delayqueue.callback.TopicCallback;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the beans with {@link DelayQueueTopic} and the methods with {@link DelayQueueListener} when all beans are there,
 * lazy ones included, and hands their callbacks over.
 */
public final class ListenerRegistrar implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beanFactory;

    private final Consumer<TopicCallback> target;

    private final TopicAttributes attributes;

    /**
     * Creates a registrar.
     *
     * @param beanFactory where to look
     * @param target takes the callbacks
     */
    public ListenerRegistrar(ConfigurableListableBeanFactory beanFactory, Consumer<TopicCallback> target) {
        this.beanFactory = beanFactory;
        this.target = target;
        this.attributes = new TopicAttributes(beanFactory);
    }

    /**
     * Looks through all beans.
     *
     * @throws IllegalStateException if an annotated bean or method cannot be a callback, or a topic has two; the message
     *     names them
     */
    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beanFactory.getBeanNamesForType(Object.class, false, false)) {
            Class<?> type = ScopedProxyUtils.isScopedTarget(name) ? null : targetClass(name);
            if (type != null) {
                registerTopic(name, type);
                registerMethods(name, type);
            }
        }
    }

    private @Nullable Class<?> targetClass(String name) {
        return AutoProxyUtils.determineTargetClass(beanFactory, name);
    }

    private void registerTopic(String name, Class<?> type) {
        DelayQueueTopic topic = beanFactory.findAnnotationOnBean(name, DelayQueueTopic.class, false);
        if (topic == null) {
            return;
        }
        String source = "the bean '" + name + "' (" + type.getName() + ")";
        if (!(beanFactory.getBean(name) instanceof TaskCallback<?> callback)) {
            throw new IllegalStateException(
                    "@DelayQueueTopic is on " + source + ", which does not implement " + TaskCallback.class.getName());
        }
        target.accept(attributes.read(topic, payloadType(name, type, source), callback, source));
    }

    private Type payloadType(String name, Class<?> type, String source) {
        ResolvableType payload =
                ResolvableType.forClass(type).as(TaskCallback.class).getGeneric(0);
        if (payload.resolve() == null && beanFactory.containsBeanDefinition(name)) {
            payload = beanFactory
                    .getMergedBeanDefinition(name)
                    .getResolvableType()
                    .as(TaskCallback.class)
                    .getGeneric(0);
        }
        if (payload.resolve() == null) {
            throw new IllegalStateException(
                    "The payload type of " + source + " cannot be told: declare it as" + " TaskCallback<YourPayload>");
        }
        return payload.getType();
    }

    private void registerMethods(String name, Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, DelayQueueListener.class)) {
            return;
        }
        Map<Method, DelayQueueListener> methods =
                MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<@Nullable DelayQueueListener>)
                        method -> AnnotatedElementUtils.findMergedAnnotation(method, DelayQueueListener.class));
        methods.forEach((method, listener) -> {
            Object bean = beanFactory.getBean(name);
            Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
            ReflectionUtils.makeAccessible(invocable);
            ListenerMethod callback = new ListenerMethod(bean, invocable, method);
            target.accept(attributes.read(listener, callback.payloadType(), callback, callback.toString()));
        });
    }
}
