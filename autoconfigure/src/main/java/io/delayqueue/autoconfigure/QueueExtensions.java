package io.delayqueue.autoconfigure;

import io.delayqueue.AddInterceptor;
import io.delayqueue.DeadLetterListener;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Task;
import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskSchedule;
import io.delayqueue.autoconfigure.listener.ErrorHandlers;
import io.delayqueue.autoconfigure.listener.ListenerQueue;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.history.RecordFilter;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineObserver;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Adds the beans that extend queues to the engines after all beans have been created, because such a bean may need an engine's
 * service. A bean that is qualified with names of queues extends these queues, any other bean extends all, but a
 * declared repeating task only the default queue, which has to exist. A bean that is qualified with disabled queues only extends none.
 *
 * @param beanFactory the factory of the application's beans
 * @param queues the queues to extend
 * @param interceptors of callbacks
 * @param addInterceptors of adds
 * @param deadLetterListeners of dead letters
 * @param observers of engines
 * @param recordFilters of records of histories
 */
record QueueExtensions(
        ConfigurableListableBeanFactory beanFactory,
        Queues queues,
        ObjectProvider<TaskInterceptor> interceptors,
        ObjectProvider<AddInterceptor> addInterceptors,
        ObjectProvider<DeadLetterListener> deadLetterListeners,
        ObjectProvider<EngineObserver> observers,
        ObjectProvider<RecordFilter> recordFilters)
        implements SmartInitializingSingleton {

    private static final Logger log = Loggers.of(QueueExtensions.class);

    @Override
    public void afterSingletonsInstantiated() {
        queues.properties().forEach((queue, properties) -> {
            if (properties.mdc().enabled()) {
                queues.extensions(queue).addInterceptor(new MdcInterceptor(queue));
            }
        });
        forEach(TaskInterceptor.class, interceptors, EngineExtensions::addInterceptor);
        forEach(AddInterceptor.class, addInterceptors, EngineExtensions::interceptAdds);
        forEach(DeadLetterListener.class, deadLetterListeners, EngineExtensions::addDeadLetterListener);
        forEach(EngineObserver.class, observers, EngineExtensions::addObserver);
        forEach(RecordFilter.class, recordFilters, EngineExtensions::addRecordFilter);
        Map<TaskSchedule, Set<String>> qualified = qualified(TaskSchedule.class);
        beanFactory.getBeansOfType(TaskSchedule.class).forEach((name, schedule) -> qualified
                .getOrDefault(schedule, Set.of(DelayQueueEngine.DEFAULT_NAME))
                .forEach(queue -> declare(name, schedule, queue)));
    }

    /** Declares a repeating task in a queue, which is found as that of a listener. */
    private void declare(String bean, TaskSchedule schedule, String name) {
        Map<String, ListenerQueue> all = queues.forListeners();
        ListenerQueue queue = all.get(name);
        if (queue == null) {
            throw new IllegalStateException("The bean '" + bean + "' declares a schedule for the queue '" + name
                    + "', which does not exist, only " + all.keySet() + ": qualify it with one of these");
        }
        Task task = schedule.task();
        if (queue.disabledGroups().contains(task.topic().group())) {
            log.info(
                    "The schedule {} of {} is not declared: its group is disabled here by {}",
                    task.id(),
                    task.topic(),
                    queue.disabledBy());
            return;
        }
        try {
            queue.schedules().accept(schedule);
        } catch (InvalidTaskException | IllegalStateException e) {
            throw new InvalidScheduleException(bean, task, e);
        }
    }

    /** Passes each bean of the type with each queue that it extends, in the order of the beans. */
    private <T> void forEach(Class<T> type, ObjectProvider<T> provider, BiConsumer<EngineExtensions, T> extension) {
        List<T> beans = provider.orderedStream(ObjectProvider.UNFILTERED).toList();
        Map<T, Set<String>> qualified = qualified(type);
        Set<String> all = queues.properties().keySet();
        for (T bean : beans) {
            Collection<String> of = qualified.getOrDefault(bean, all);
            all.stream()
                    .filter(of::contains)
                    // Several queues may have topics of the same name, so each has error handlers of its own.
                    .forEach(queue -> extension.accept(
                            queues.extensions(queue),
                            bean instanceof ErrorHandlers handlers ? type.cast(handlers.of(queue)) : bean));
        }
    }

    private <T> Map<T, Set<String>> qualified(Class<T> type) {
        Map<T, Set<String>> qualified = new IdentityHashMap<>();
        Set<String> known = queues.known();
        for (String name : beanFactory.getBeanNamesForType(type)) {
            for (String queue : ScopedProxyUtils.isScopedTarget(name) ? Set.<String>of() : known) {
                if (BeanFactoryAnnotationUtils.isQualifierMatch(queue::equals, name, beanFactory)) {
                    qualified
                            .computeIfAbsent(singleton(name, type, queue), bean -> new TreeSet<>())
                            .add(queue);
                }
            }
        }
        return qualified;
    }

    private <T> T singleton(String name, Class<T> type, String queue) {
        if (!beanFactory.isSingleton(name)) {
            throw new IllegalStateException("The bean '" + name + "' is qualified for the queue '" + queue
                    + "' and is not a singleton: make it one, or give its scope a proxy (proxyMode)");
        }
        return beanFactory.getBean(name, type);
    }
}
