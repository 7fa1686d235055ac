package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Binds {@code delayqueue.store}, so an unknown store fails the start instead of leaving out the beans of both. */
final class OnStoreCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Store wanted = metadata.getAnnotations().get(ConditionalOnStore.class).getEnum("value", Store.class);
        Store store = StoreChoice.store(context.getEnvironment());
        return new ConditionOutcome(
                store == wanted,
                ConditionMessage.forCondition(ConditionalOnStore.class, wanted)
                        .because("delayqueue.store is " + store));
    }
}
