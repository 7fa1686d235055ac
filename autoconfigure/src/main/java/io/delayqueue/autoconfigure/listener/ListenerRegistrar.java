package io.delayqueue.autoconfigure.listener;

import io.delayqueue.BatchCallback;
import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueLimit;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.log.Loggers;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the beans and methods with {@link DelayQueueListener} when all beans are there, lazy ones included, and hands their callbacks
 * over.
 */
public final class ListenerRegistrar implements SmartInitializingSingleton {

    private static final Logger log = Loggers.of(ListenerRegistrar.class);

    private static final Method CALL =
            ClassUtils.getMethod(TaskCallback.class, "call", Object.class, TaskContext.class);

    private final ConfigurableListableBeanFactory beanFactory;

    private final ErrorHandlers errorHandlers;

    private final Map<String, ListenerQueue> queues;

    private final PayloadChecks payloadChecks;

    private final ListenerArguments arguments;

    /**
     * Creates a registrar.
     *
     * @param beanFactory where to look
     * @param queues the queues by their names
     * @param errorHandlers takes the error handlers of topics
     */
    public ListenerRegistrar(
            ConfigurableListableBeanFactory beanFactory,
            Map<String, ListenerQueue> queues,
            ErrorHandlers errorHandlers) {
        this.beanFactory = beanFactory;
        this.errorHandlers = errorHandlers;
        this.queues = queues;
        this.payloadChecks = new PayloadChecks(beanFactory);
        this.arguments = new ListenerArguments(payloadChecks);
    }

    /**
     * Looks through all beans.
     *
     * @throws InvalidListenerException if an annotated bean or method cannot be a callback or returns before its work ends, or there is no queue of the name; the
     *     message names it
     * @throws io.delayqueue.callback.DuplicateCallbackException if a topic has two
     * @throws DisabledGroupException if one is in a group that is disabled
     */
    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beanFactory.getBeanNamesForType(Object.class, true, false)) {
            Class<?> type = ScopedProxyUtils.isScopedTarget(name) ? null : targetClass(name);
            if (type != null) {
                registerLimits(name, type);
                registerBean(name, type);
                registerMethods(name, type);
            }
        }
        errorHandlers.findCommon();
    }

    /** The class behind proxies, which alone has the annotations and the generic types. */
    private @Nullable Class<?> targetClass(String name) {
        Class<?> type = AutoProxyUtils.determineTargetClass(beanFactory, name);
        if (type == null || !ScopedObject.class.isAssignableFrom(type)) {
            return type;
        }
        Class<?> scoped = AutoProxyUtils.determineTargetClass(beanFactory, ScopedProxyUtils.getTargetBeanName(name));
        return scoped == null ? type : scoped;
    }

    private void registerLimits(String name, Class<?> type) {
        for (DelayQueueLimit limit :
                AnnotatedElementUtils.findMergedRepeatableAnnotations(type, DelayQueueLimit.class)) {
            values(limit, source(name, type)).read(values -> {
                queue(values).limits().accept(LimitAttributes.limit(values));
                return values;
            });
        }
    }

    private void registerBean(String name, Class<?> type) {
        DelayQueueListener listener = AnnotatedElementUtils.findMergedAnnotation(type, DelayQueueListener.class);
        if (listener == null) {
            listener = beanFactory.findAnnotationOnBean(name, DelayQueueListener.class, false);
        }
        String source = source(name, type);
        if (listener == null) {
            if (TaskCallback.class.isAssignableFrom(type)) {
                log.warn(
                        "TaskCallback is implemented by {}, which has no @DelayQueueListener:"
                                + " no topic uses it unless the application registers it itself",
                        source);
            }
            return;
        }
        AnnotationValues values = values(listener, source);
        if (!values.read(AnnotationValues::isEnabled)) {
            return;
        }
        if (!(singleton(name, values) instanceof TaskCallback<?> callback)) {
            throw new InvalidListenerException(
                    values.mark() + ", which does not implement " + TaskCallback.class.getName());
        }
        Method call = ClassUtils.getMostSpecificMethod(CALL, type);
        AsynchronousMethods.refuse(callback, call, type, values.mark());
        refuseFinal(call, callback, values.mark() + " with the method call");
        if (callback instanceof BatchCallback) {
            BatchTransactions.refuse(beanFactory, callback, call, type, values.mark());
        }
        PayloadType payloadType =
                PayloadTypes.ofCallback(PayloadTypes.owners(beanFactory, name, type), callback, call, source);
        add(values, payloadType, payloadChecks.checked(callback, call, source));
    }

    private void registerMethods(String name, Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, List.of(DelayQueueListener.class, DelayQueueSchedule.class))) {
            return;
        }
        Map<Method, DelayQueueListener> listeners = methods(name, type);
        listeners.forEach((method, listener) -> registerMethod(name, type, method, listener));
        methods(name, type, DelayQueueSchedule.class).forEach((method, schedule) -> {
            if (!listeners.containsKey(method)) {
                throw new InvalidListenerException(
                        values(schedule, source(name, method)).mark()
                                + (isBean(method)
                                        ? ", which creates a bean: declare a bean of " + TaskSchedule.class.getName()
                                        : ", which has no @DelayQueueListener"));
            }
        });
    }

    private static String source(String name, Class<?> type) {
        return "the bean '" + name + "' (" + type.getName() + ")";
    }

    private static String source(String name, Method method) {
        return "the method " + method.getDeclaringClass().getName() + "." + method.getName() + " of the bean '" + name
                + "'";
    }

    private AnnotationValues values(Annotation annotation, String source) {
        return new AnnotationValues(beanFactory, MergedAnnotation.from(annotation), source, "");
    }

    private ListenerQueue queue(AnnotationValues values) {
        String text = values.text("queue");
        String name = text.isEmpty() ? DelayQueueEngine.DEFAULT_NAME : text;
        ListenerQueue queue = queues.get(name);
        if (queue == null) {
            throw new IllegalArgumentException("there is no queue '" + name + "', only " + queues.keySet());
        }
        return queue;
    }

    /** Finds the listener methods. The annotation on a method that creates a bean is that of the bean. */
    static Map<Method, DelayQueueListener> methods(String name, Class<?> type) {
        Map<Method, DelayQueueListener> methods = new LinkedHashMap<>(methods(name, type, DelayQueueListener.class));
        methods.keySet().removeIf(ListenerRegistrar::isBean);
        return methods;
    }

    private static boolean isBean(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, Bean.class);
    }

    private static <A extends Annotation> Map<Method, A> methods(String name, Class<?> type, Class<A> annotation) {
        try {
            return MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<A>)
                    method -> AnnotatedElementUtils.findMergedAnnotation(method, annotation));
        } catch (IllegalStateException | LinkageError e) {
            // A method mentions a class that is missing. Spring says so itself if it ever makes the bean.
            log.debug("The methods of the bean '{}' ({}) cannot be looked at", name, type.getName(), e);
            return Map.of();
        }
    }

    private void registerMethod(String name, Class<?> type, Method method, DelayQueueListener listener) {
        AnnotationValues values = values(listener, source(name, method));
        if (!values.read(AnnotationValues::isEnabled)) {
            return;
        }
        String mark = values.mark();
        Object bean = singleton(name, values);
        AsynchronousMethods.refuse(bean, method, type, mark);
        Method invocable = invocable(method, bean, mark);
        refuseFinal(invocable, bean, mark);
        ReflectionUtils.makeAccessible(invocable);
        List<ResolvableType> owners = PayloadTypes.owners(beanFactory, name, type);
        TaskCallback<?> callback;
        PayloadType payload;
        if (values.read(TopicAttributes::batch) != null) {
            BatchTransactions.refuse(beanFactory, bean, method, type, mark);
            ListenerArguments.Batch batch = arguments.ofBatch(method, type, values.source());
            callback = new BatchMethod(bean, invocable, batch, values.source());
            payload = PayloadTypes.ofList(owners, method, values.source());
        } else {
            ListenerArguments.Found found = arguments.of(method, values.source());
            callback = new ListenerMethod(bean, invocable, found.arguments(), values.source());
            payload = PayloadTypes.ofParameter(owners, found.payload(), values.source());
        }
        TopicName topic = add(values, payload, callback);
        DelayQueueSchedule schedule = AnnotatedElementUtils.findMergedAnnotation(method, DelayQueueSchedule.class);
        if (schedule != null) {
            addSchedule(queue(values), values(schedule, values.source()), topic, payload);
        }
    }

    /** Finds the method of the bean or of its proxy. */
    private static Method invocable(Method method, Object bean, String mark) {
        try {
            return AopUtils.selectInvocableMethod(method, bean.getClass());
        } catch (IllegalStateException e) {
            throw new InvalidListenerException(
                    mark
                            + (Modifier.isPrivate(method.getModifiers())
                                    ? ", which is private, and the bean has a proxy, which cannot call it: make it"
                                            + " package-private, protected or public"
                                    : ", which the interfaces of the bean's proxy do not have: declare it in one of"
                                            + " them, or let the proxy extend the class (proxyTargetClass)"),
                    e);
        }
    }

    /** A proxy class cannot override such a method, which would run on the proxy: without advice, and with empty fields. */
    private static void refuseFinal(Method method, Object bean, String mark) {
        if (Modifier.isFinal(method.getModifiers()) && AopUtils.isCglibProxy(bean)) {
            throw new InvalidListenerException(
                    mark + ", which is final, and the bean has a proxy, which cannot override it:"
                            + " it would run on the proxy, whose fields are empty. Make it not final");
        }
    }

    private static void addSchedule(
            ListenerQueue queue, AnnotationValues values, TopicName topic, PayloadType payload) {
        if (!values.read(AnnotationValues::isEnabled)) {
            return;
        }
        if (payload != PayloadType.NONE) {
            throw new InvalidListenerException(
                    values.mark() + ", which takes a payload, and the task has none: declare a bean of "
                            + TaskSchedule.class.getName());
        }
        values.read(schedule -> {
            queue.schedules().accept(ScheduleAttributes.read(schedule, topic));
            return schedule;
        });
    }

    private TopicName add(AnnotationValues values, PayloadType payload, TaskCallback<?> callback) {
        ListenerQueue queue = values.read(this::queue);
        TopicCallback listener = values.read(listened -> new TopicCallback(
                TopicAttributes.topic(listened),
                payload.type(),
                callback,
                TopicAttributes.options(listened, queue.backoff()),
                listened.source(),
                payload.required()));
        TopicName topic = listener.topic();
        if (queue.disabledGroups().contains(topic.group())) {
            throw new DisabledGroupException(queue.disabledBy(), topic.group(), topic.topic(), values.source());
        }
        TaskErrorHandler handler = values.read(listened -> listened.bean("errorHandler", TaskErrorHandler.class));
        try {
            queue.target().accept(listener);
        } catch (InvalidSettingException e) {
            throw new InvalidListenerException(values.located() + " is wrong: " + e.getMessage(), e);
        }
        if (handler != null) {
            errorHandlers.add(queue.name(), topic, handler);
        }
        return topic;
    }

    private Object singleton(String name, AnnotationValues values) {
        if (!beanFactory.isSingleton(name)) {
            throw new InvalidListenerException(
                    values.mark() + ", which is not a singleton: make it one, or give its scope a"
                            + " proxy (proxyMode), which finds an instance for each task");
        }
        return beanFactory.getBean(name);
    }
}
