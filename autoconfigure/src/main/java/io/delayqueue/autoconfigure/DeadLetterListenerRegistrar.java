package io.delayqueue.autoconfigure;

import io.delayqueue.DeadLetterListener;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Gives the engines their listeners when all beans are there: a listener may need an engine's service. A listener that is
 * qualified with the names of queues hears of these, any other one of all queues.
 */
final class DeadLetterListenerRegistrar implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beanFactory;

    private final ObjectProvider<DeadLetterListener> listeners;

    private final Queues queues;

    DeadLetterListenerRegistrar(
            ConfigurableListableBeanFactory beanFactory, ObjectProvider<DeadLetterListener> listeners, Queues queues) {
        this.beanFactory = beanFactory;
        this.listeners = listeners;
        this.queues = queues;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<DeadLetterListener> all =
                listeners.orderedStream(ObjectProvider.UNFILTERED).toList();
        Map<DeadLetterListener, Set<String>> qualified = qualified();
        for (DeadLetterListener listener : all) {
            for (String queue : qualified.getOrDefault(listener, queues.names())) {
                queues.engine(queue).extensions().addDeadLetterListener(listener);
            }
        }
    }

    private Map<DeadLetterListener, Set<String>> qualified() {
        Map<DeadLetterListener, Set<String>> qualified = new IdentityHashMap<>();
        for (String name : beanFactory.getBeanNamesForType(DeadLetterListener.class)) {
            for (String queue : queues.names()) {
                if (BeanFactoryAnnotationUtils.isQualifierMatch(queue::equals, name, beanFactory)) {
                    qualified
                            .computeIfAbsent(
                                    beanFactory.getBean(name, DeadLetterListener.class), listener -> new TreeSet<>())
                            .add(queue);
                }
            }
        }
        return qualified;
    }
}
