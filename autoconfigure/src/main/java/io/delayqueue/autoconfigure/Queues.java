package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.listener.ListenerQueue;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.limit.Limit;
import io.delayqueue.log.Loggers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Holds the enabled queues of this application. Creates no engine before it is needed. */
final class Queues {

    private static final Logger log = Loggers.of(Queues.class);

    private final ConfigurableListableBeanFactory beanFactory;

    private final ObjectProvider<DelayQueueEngine> engine;

    private final Map<String, DelayQueueProperties> properties = new LinkedHashMap<>();

    private final NamedQueues configured;

    /**
     * Finds the queues.
     *
     * @param engine that of the default queue
     * @param configured all named queues, including disabled ones
     */
    Queues(
            ConfigurableListableBeanFactory beanFactory,
            ObjectProvider<DelayQueueEngine> engine,
            NamedQueues configured) {
        this.beanFactory = beanFactory;
        this.engine = engine;
        // Not those of a parent context, which has engines of its own.
        beanFactory
                .getBeansOfType(QueueConfiguration.class, true, false)
                .values()
                .forEach(queue -> properties.put(queue.name(), queue.properties()));
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

    EngineExtensions extensions(String queue) {
        DelayQueueEngine of = queue.equals(DelayQueueEngine.DEFAULT_NAME)
                ? engine.getObject()
                : BeanFactoryAnnotationUtils.qualifiedBeanOfType(beanFactory, DelayQueueEngine.class, queue);
        return of.extensions();
    }

    /** Queues for listeners. Disabled ones ignore their listeners. */
    Map<String, ListenerQueue> forListeners() {
        Map<String, ListenerQueue> queues = new LinkedHashMap<>();
        properties.forEach((name, of) -> queues.put(
                name,
                new ListenerQueue(
                        name,
                        of.retry().toPolicy(),
                        of.disabledGroups(),
                        configured.source(name, "disabled-groups"),
                        callback -> extensions(name).addCallback(callback),
                        schedule -> extensions(name).addSchedule(schedule),
                        limit -> add(name, of, limit))));
        configured.disabled().forEach(name -> queues.put(name, ListenerQueue.disabled(name)));
        return queues;
    }

    /** Adds a limit of an annotation, unless a property declares the limit. */
    private void add(String queue, DelayQueueProperties of, Limit limit) {
        if (of.limits().getOrDefault(limit.group(), Map.of()).containsKey(limit.name())) {
            log.info(
                    "The limit {}/{} is that of {}, which replaces @DelayQueueLimit",
                    limit.group(),
                    limit.name(),
                    configured.source(queue, "limits"));
        } else {
            extensions(queue).addLimit(limit);
        }
    }
}
