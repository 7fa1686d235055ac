package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.listener.ListenerQueue;
import io.delayqueue.engine.DelayQueueEngine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The queues of this application by their names. Makes no engine before it is asked for. */
final class Queues {

    private final Map<String, DelayQueueProperties> properties = new LinkedHashMap<>();

    private final Map<String, Supplier<DelayQueueEngine>> engines = new LinkedHashMap<>();

    private final NamedQueues configured;

    /**
     * Finds the queues.
     *
     * @param properties those of the default queue, which also say whether there is one
     * @param engine that of the default queue
     * @param named the others
     * @param configured which others there may be
     */
    Queues(
            ConfigurableListableBeanFactory beanFactory,
            DelayQueueProperties properties,
            ObjectProvider<DelayQueueEngine> engine,
            ObjectProvider<QueueConfiguration> named,
            NamedQueues configured) {
        if (properties.defaultQueue()) {
            this.properties.put(DelayQueueEngine.DEFAULT_NAME, properties);
            this.engines.put(DelayQueueEngine.DEFAULT_NAME, engine::getObject);
        }
        named.stream(ObjectProvider.UNFILTERED).forEach(queue -> {
            this.properties.put(queue.name(), queue.properties());
            this.engines.put(
                    queue.name(),
                    () -> BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                            beanFactory, DelayQueueEngine.class, queue.name()));
        });
        this.configured = configured;
    }

    Set<String> names() {
        return engines.keySet();
    }

    /** The names of all queues that are configured, those that are switched off too. */
    Set<String> known() {
        Set<String> known = new TreeSet<>(configured.names());
        known.add(DelayQueueEngine.DEFAULT_NAME);
        return known;
    }

    DelayQueueProperties properties(String queue) {
        return existing(properties, queue);
    }

    DelayQueueEngine engine(String queue) {
        return existing(engines, queue).get();
    }

    private static <T> T existing(Map<String, T> queues, String queue) {
        T found = queues.get(queue);
        if (found == null) {
            throw new IllegalArgumentException("There is no queue '" + queue + "'");
        }
        return found;
    }

    /** The queues as listeners see them. Those that are switched off are there and take nothing from them. */
    Map<String, ListenerQueue> forListeners() {
        Map<String, ListenerQueue> queues = new LinkedHashMap<>();
        properties.forEach((name, of) -> queues.put(
                name,
                new ListenerQueue(
                        of.retry().toPolicy(),
                        of.disabledGroups(),
                        configured.source(name, "disabled-groups"),
                        callback -> engine(name).addCallback(callback))));
        configured.disabled().forEach(name -> queues.put(name, ListenerQueue.OFF));
        return queues;
    }
}
