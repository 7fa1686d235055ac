package io.delayqueue.jdbc;

import io.delayqueue.autoconfigure.queues.NamedQueues;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Defines the once guards of the named queues, qualified with the names of the queues. None is injected without the qualifier. */
final class NamedGuardsRegistrar implements ImportBeanDefinitionRegistrar {

    static final String QUEUES = "delayQueueJdbcQueues";

    private final NamedQueues queues;

    NamedGuardsRegistrar(Environment environment) {
        this.queues = new NamedQueues(environment);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        queues.names().stream().filter(queues::isEnabled).forEach(queue -> {
            RootBeanDefinition definition = new RootBeanDefinition();
            definition.setFactoryBeanName(QUEUES);
            definition.setFactoryMethodName("guard");
            definition.setTargetType(OnceGuard.class);
            definition.getConstructorArgumentValues().addIndexedArgumentValue(0, queue);
            definition.setLazyInit(true);
            definition.setDefaultCandidate(false);
            definition.setFallback(true);
            definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, queue));
            registry.registerBeanDefinition(queue + "DelayQueueOnceGuard", definition);
        });
    }
}
