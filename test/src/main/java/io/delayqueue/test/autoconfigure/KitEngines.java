package io.delayqueue.test.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueEngineCustomizer;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.test.KitAssembly;
import java.util.HashSet;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;

/** Has the kit step the engines of the application's queues, after whatever else changes how they are made. */
final class KitEngines implements DelayQueueEngineCustomizer, SmartInitializingSingleton, Ordered {

    private final KitAssembly assembly;

    private final ListableBeanFactory beans;

    private final Set<String> prepared = new HashSet<>();

    KitEngines(KitAssembly assembly, ListableBeanFactory beans) {
        this.assembly = assembly;
        this.beans = beans;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void customize(String queue, DelayQueueEngineBuilder builder) {
        assembly.prepare(queue, builder);
        prepared.add(queue);
    }

    /** From the bean factory: engines of named queues are not candidates for injection. */
    @Override
    public void afterSingletonsInstantiated() {
        beans.getBeansOfType(DelayQueueEngine.class).values().stream()
                .filter(engine -> prepared.contains(engine.name()))
                .forEach(assembly::add);
    }
}
