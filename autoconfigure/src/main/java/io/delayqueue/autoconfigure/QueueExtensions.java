package io.delayqueue.autoconfigure;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the beans that extend queues. One that is qualified with the names of queues is for these, any other one for all. Names
 * of queues that are switched off count too: what is meant for such a queue only is for none.
 */
final class QueueExtensions {

    private final ConfigurableListableBeanFactory beanFactory;

    private final Queues queues;

    QueueExtensions(ConfigurableListableBeanFactory beanFactory, Queues queues) {
        this.beanFactory = beanFactory;
        this.queues = queues;
    }

    /**
     * Tells of each bean and each queue that it is for, in the order of the beans.
     *
     * @param beans those of the type
     * @param extension takes the name of a queue that there is, and the bean
     */
    <T> void forEach(Class<T> type, ObjectProvider<T> beans, BiConsumer<String, T> extension) {
        List<T> all = beans.orderedStream(ObjectProvider.UNFILTERED).toList();
        Map<T, Set<String>> qualified = qualified(type);
        for (T bean : all) {
            Collection<String> of = qualified.getOrDefault(bean, queues.names());
            queues.names().stream().filter(of::contains).forEach(queue -> extension.accept(queue, bean));
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
