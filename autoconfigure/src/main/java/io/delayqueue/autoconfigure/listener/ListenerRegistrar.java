package io.delayqueue.autoconfigure.listener;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueLimit;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import io.delayqueue.annotation.DelayQueueTopic;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.log.Loggers;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the beans with {@link DelayQueueTopic} and the methods with {@link DelayQueueListener} when all beans are there,
 * lazy ones included, and hands their callbacks over.
 */
public final class ListenerRegistrar implements SmartInitializingSingleton {

    private static final Logger log = Loggers.of(ListenerRegistrar.class);

    private static final Method CALL =
            ClassUtils.getMethod(TaskCallback.class, "call", Object.class, TaskContext.class);

    private final ConfigurableListableBeanFactory beanFactory;

    private final ErrorHandlers errorHandlers;

    private final QueueAttributes queues;

    private final PayloadTypes payloadTypes;

    private final PayloadChecks payloadChecks;

    private final ListenerArguments arguments;

    private final ScheduleAttributes schedules;

    private final LimitAttributes limits;

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
        AnnotationValues values = new AnnotationValues(beanFactory);
        this.queues = new QueueAttributes(values, new NamedBeans(beanFactory, values), queues);
        this.payloadTypes = new PayloadTypes(beanFactory);
        this.payloadChecks = new PayloadChecks(beanFactory);
        this.schedules = new ScheduleAttributes(values);
        this.limits = new LimitAttributes(values);
        this.arguments = new ListenerArguments(values, new HeaderConversions(beanFactory), payloadChecks);
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
                registerTopic(name, type);
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

    private void registerTopic(String name, Class<?> type) {
        DelayQueueTopic topic = AnnotatedElementUtils.findMergedAnnotation(type, DelayQueueTopic.class);
        if (topic == null) {
            topic = beanFactory.findAnnotationOnBean(name, DelayQueueTopic.class, false);
        }
        if (topic == null && !TaskCallback.class.isAssignableFrom(type)) {
            return;
        }
        String source = "the bean '" + name + "' (" + type.getName() + ")";
        if (topic == null) {
            log.warn(
                    "TaskCallback is implemented by {}, which has no @DelayQueueTopic:"
                            + " no topic uses it unless the application registers it itself",
                    source);
            return;
        }
        String annotation = "@DelayQueueTopic on " + source;
        if (!queues.isEnabled(topic.enabled(), annotation)) {
            return;
        }
        if (!(singleton(name, "@DelayQueueTopic is on " + source) instanceof TaskCallback<?> callback)) {
            throw new InvalidListenerException(
                    "@DelayQueueTopic is on " + source + ", which does not implement " + TaskCallback.class.getName());
        }
        Method call = ClassUtils.getMostSpecificMethod(CALL, type);
        AsynchronousMethods.refuse(callback, call, type, "@DelayQueueTopic is on " + source);
        refuseFinal(call, callback, "@DelayQueueTopic is on " + source + " with the method call");
        PayloadType payloadType = payloadTypes.ofCallback(name, type, call, source);
        TaskCallback<?> checked = payloadChecks.checked(callback, call, source);
        QueueAttributes.Queue queue = queues.find(topic.queue(), annotation);
        add(queue, queue.attributes().read(topic, payloadType, checked, source), topic.errorHandler(), annotation);
    }

    private void registerLimits(String name, Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, DelayQueueLimit.class)) {
            return;
        }
        String annotation = "@DelayQueueLimit on the bean '" + name + "' (" + type.getName() + ")";
        for (DelayQueueLimit limit :
                AnnotatedElementUtils.findMergedRepeatableAnnotations(type, DelayQueueLimit.class)) {
            QueueAttributes.Queue queue = queues.find(limit.queue(), annotation);
            TopicAttributes.checked(annotation, () -> {
                queue.queue().limits().accept(limits.read(limit));
                return limit;
            });
        }
    }

    private void registerMethods(String name, Class<?> type) {
        if (AnnotationUtils.isCandidateClass(type, DelayQueueListener.class)) {
            methods(name, type).forEach((method, listener) -> registerMethod(name, type, method, listener));
        }
        if (AnnotationUtils.isCandidateClass(type, DelayQueueSchedule.class)) {
            methods(name, type, DelayQueueSchedule.class).keySet().forEach(method -> {
                if (!AnnotatedElementUtils.hasAnnotation(method, DelayQueueListener.class)) {
                    throw new InvalidListenerException(
                            "@DelayQueueSchedule is on " + source(name, method) + ", which has no @DelayQueueListener");
                }
            });
        }
    }

    private static String source(String name, Method method) {
        return "the method " + method.getDeclaringClass().getName() + "." + method.getName() + " of the bean '" + name
                + "'";
    }

    static Map<Method, DelayQueueListener> methods(String name, Class<?> type) {
        return methods(name, type, DelayQueueListener.class);
    }

    private static <A extends Annotation> Map<Method, A> methods(String name, Class<?> type, Class<A> annotation) {
        try {
            return MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<@Nullable A>)
                    method -> AnnotatedElementUtils.findMergedAnnotation(method, annotation));
        } catch (IllegalStateException | LinkageError e) {
            // A method mentions a class that is missing. Spring says so itself if it ever makes the bean.
            log.debug("The methods of the bean '{}' ({}) cannot be looked at", name, type.getName(), e);
            return Map.of();
        }
    }

    private void registerMethod(String name, Class<?> type, Method method, DelayQueueListener listener) {
        String source = source(name, method);
        String annotation = "@DelayQueueListener on " + source;
        if (!queues.isEnabled(listener.enabled(), annotation)) {
            return;
        }
        String mark = "@DelayQueueListener is on " + source;
        Object bean = singleton(name, mark);
        AsynchronousMethods.refuse(bean, method, type, mark);
        Method invocable = invocable(method, bean, mark);
        refuseFinal(invocable, bean, mark);
        ReflectionUtils.makeAccessible(invocable);
        QueueAttributes.Queue queue = queues.find(listener.queue(), annotation);
        TaskCallback<?> callback;
        PayloadType payloadType;
        int payloadAt = 0;
        if (queue.attributes().batch(listener, source) != null) {
            BatchTransactions.refuse(beanFactory, bean, method, type, mark);
            callback = new BatchMethod(bean, invocable, arguments.ofBatch(method, type, source), source);
            payloadType = payloadTypes.ofList(name, type, method, source);
        } else {
            ListenerArguments.Found found = arguments.of(method, source);
            callback = new ListenerMethod(bean, invocable, found.arguments(), source);
            payloadAt = found.payloadAt();
            payloadType =
                    payloadAt < 0 ? PayloadType.NONE : payloadTypes.ofParameter(name, type, method, payloadAt, source);
        }
        TopicCallback topic = queue.attributes().read(listener, payloadType, callback, source);
        add(queue, topic, listener.errorHandler(), annotation);
        DelayQueueSchedule schedule = AnnotatedElementUtils.findMergedAnnotation(method, DelayQueueSchedule.class);
        if (schedule != null) {
            addSchedule(queue, schedules.read(schedule, topic.topic(), source), payloadAt, source);
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
            QueueAttributes.Queue queue, @Nullable TaskSchedule schedule, int payloadAt, String source) {
        if (schedule == null) {
            return;
        }
        if (payloadAt >= 0) {
            throw new InvalidListenerException("@DelayQueueSchedule is on " + source
                    + ", which takes a payload, and the task has none: declare a bean of "
                    + TaskSchedule.class.getName());
        }
        TopicAttributes.checked("@DelayQueueSchedule on " + source, () -> {
            queue.queue().schedules().accept(schedule);
            return schedule;
        });
    }

    private void add(QueueAttributes.Queue queue, TopicCallback callback, String errorHandler, String annotation) {
        TopicName topic = callback.topic();
        if (queue.queue().disabledGroups().contains(topic.group())) {
            throw new DisabledGroupException(
                    queue.queue().disabledBy(), topic.group(), topic.topic(), callback.source());
        }
        TaskErrorHandler handler = queue.attributes().errorHandler(errorHandler, annotation);
        try {
            queue.queue().target().accept(callback);
        } catch (InvalidSettingException e) {
            throw new InvalidListenerException(annotation + " is wrong: " + e.getMessage(), e);
        }
        if (handler != null) {
            errorHandlers.add(queue.name(), topic, handler);
        }
    }

    private Object singleton(String name, String mark) {
        if (!beanFactory.isSingleton(name)) {
            throw new InvalidListenerException(mark + ", which is not a singleton: make it one, or give its scope a"
                    + " proxy (proxyMode), which finds an instance for each task");
        }
        return beanFactory.getBean(name);
    }
}
