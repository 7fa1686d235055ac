package io.delayqueue.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless {@code delayqueue.enabled} is false. Binds the property, so a value that is not a boolean fails the start
 * instead of disabling the queue.
 */
final class OnEnabledCondition extends SpringBootCondition {

    private static final String PROPERTY = "delayqueue.enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean enabled = Binder.get(context.getEnvironment())
                .bind(PROPERTY, Boolean.class)
                .orElse(true);
        return new ConditionOutcome(
                enabled, ConditionMessage.forCondition("delayqueue").because(PROPERTY + " is " + enabled));
    }
}
