package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.listener.ListenerQueue;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Holds the enabled queues of this application. Creates no engine before it is needed. */
final class Queues {

    private final ConfigurableListableBeanFactory beanFactory;

    private final ObjectProvider<DelayQueueEngine> engine;

    private final Map<String, DelayQueueProperties> properties = new LinkedHashMap<>();

    private final NamedQueues configured;

    /**
     * Finds the queues.
     *
     * @param properties those of the default queue, which include whether there is one
     * @param engine that of the default queue
     * @param named the other queues
     * @param configured all named queues, including disabled ones
     */
    Queues(
            ConfigurableListableBeanFactory beanFactory,
            DelayQueueProperties properties,
            ObjectProvider<DelayQueueEngine> engine,
            ObjectProvider<QueueConfiguration> named,
            NamedQueues configured) {
        this.beanFactory = beanFactory;
        this.engine = engine;
        if (properties.defaultQueue()) {
            this.properties.put(DelayQueueEngine.DEFAULT_NAME, properties);
        }
        named.stream(ObjectProvider.UNFILTERED).forEach(queue -> this.properties.put(queue.name(), queue.properties()));
        this.configured = configured;
    }

    /** {@return the properties of each queue by its name} */
    Map<String, DelayQueueProperties> properties() {
        return properties;
    }

    /** Names of all configured queues, including disabled ones. */
    Set<String> known() {
        Set<String> known = new TreeSet<>(configured.names());
        known.add(DelayQueueEngine.DEFAULT_NAME);
        return known;
    }

    DelayQueueEngine engine(String queue) {
        return queue.equals(DelayQueueEngine.DEFAULT_NAME)
                ? engine.getObject()
                : BeanFactoryAnnotationUtils.qualifiedBeanOfType(beanFactory, DelayQueueEngine.class, queue);
    }

    /** Queues for listeners. Disabled ones ignore their listeners. */
    Map<String, ListenerQueue> forListeners() {
        Map<String, ListenerQueue> queues = new LinkedHashMap<>();
        properties.forEach((name, of) -> queues.put(
                name,
                new ListenerQueue(
                        of.retry().toPolicy(),
                        of.disabledGroups(),
                        configured.source(name, "disabled-groups"),
                        callback -> engine(name).addCallback(callback),
                        schedule -> engine(name).addSchedule(schedule),
                        limit -> engine(name).addLimit(limit))));
        configured.disabled().forEach(name -> queues.put(name, ListenerQueue.OFF));
        return queues;
    }
}
