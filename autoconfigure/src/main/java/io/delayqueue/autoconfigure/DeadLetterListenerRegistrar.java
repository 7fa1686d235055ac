package io.delayqueue.autoconfigure;

import io.delayqueue.DeadLetterListener;
import io.delayqueue.engine.DelayQueueEngine;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Gives the engine its listeners when all beans are there: a listener may need the engine's service. */
final class DeadLetterListenerRegistrar implements SmartInitializingSingleton {

    private final ObjectProvider<DeadLetterListener> listeners;

    private final ObjectProvider<DelayQueueEngine> engine;

    DeadLetterListenerRegistrar(ObjectProvider<DeadLetterListener> listeners, ObjectProvider<DelayQueueEngine> engine) {
        this.listeners = listeners;
        this.engine = engine;
    }

    @Override
    public void afterSingletonsInstantiated() {
        listeners
                .orderedStream()
                .forEach(listener -> engine.getObject().extensions().addDeadLetterListener(listener));
    }
}
