package io.delayqueue.autoconfigure;

import io.delayqueue.engine.DelayQueueEngineBuilder;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.util.StringUtils;

/**
 * Configures the threads on which the callbacks of an engine run.
 *
 * @param beanFactory the factory of the application's executors
 * @param environment says whether threads are virtual
 * @param decorators decorate callbacks on threads of the queue
 */
record CallbackThreads(BeanFactory beanFactory, Environment environment, ObjectProvider<TaskDecorator> decorators) {

    /**
     * Configures the builder of an engine.
     *
     * @param property the property that names the executor
     * @param executor the name of the configured bean, if any
     * @throws InvalidConfigurationPropertyValueException if there is no such bean, or it is not an executor
     */
    void apply(DelayQueueEngineBuilder builder, String property, @Nullable String executor) {
        if (StringUtils.hasText(executor)) {
            // The executor has its task decorator already.
            builder.callbackExecutor(find(property, executor));
            return;
        }
        if (Threading.VIRTUAL.isActive(environment)) {
            SimpleAsyncTaskExecutor virtual = new SimpleAsyncTaskExecutor("delayqueue-callback-");
            virtual.setVirtualThreads(true);
            builder.callbackExecutor(virtual);
        }
        List<TaskDecorator> all = decorators.orderedStream().toList();
        if (!all.isEmpty()) {
            builder.callbackDecorator(new CompositeTaskDecorator(all)::decorate);
        }
    }

    private Executor find(String property, String name) {
        // Not by type: a lookup by type would hide failures in creating the bean.
        Object bean = beanFactory.containsBean(name) ? beanFactory.getBean(name) : null;
        if (bean instanceof Executor executor) {
            return executor;
        }
        String but = bean == null
                ? "there is no such bean"
                : "that bean is a " + bean.getClass().getName();
        throw new InvalidConfigurationPropertyValueException(
                property, name, "It must be the name of a bean of Executor, but " + but);
    }
}
