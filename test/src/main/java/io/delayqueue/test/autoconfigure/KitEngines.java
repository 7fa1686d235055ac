package io.delayqueue.test.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueEngineCustomizer;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.test.KitAssembly;
import io.delayqueue.transaction.ChangeJournals;
import java.util.HashSet;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Puts the engines of the application's queues into the kit. */
final class KitEngines implements DelayQueueEngineCustomizer, SmartInitializingSingleton {

    private final KitAssembly assembly;

    private final ListableBeanFactory beans;

    private final Set<String> customized = new HashSet<>();

    KitEngines(KitAssembly assembly, ListableBeanFactory beans) {
        this.assembly = assembly;
        this.beans = beans;
    }

    @Override
    public void customize(String queue, DelayQueueEngineBuilder builder) {
        customized.add(queue);
    }

    /** From the bean factory: engines of named queues are not candidates for injection. */
    @Override
    public void afterSingletonsInstantiated() {
        beans.getBeansOfType(DelayQueueEngine.class).values().stream()
                .filter(engine -> customized.contains(engine.name()))
                .forEach(assembly::add);
        beans.getBeanProvider(ChangeJournals.class)
                .ifAvailable(journals -> assembly.recordedChanges(journals::sweep, journals::clear));
    }
}
