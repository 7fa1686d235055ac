package io.delayqueue.autoconfigure.metrics;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless {@code delayqueue.metrics.enabled} is false. Binds the property, so a value that is not a boolean fails the start
 * instead of leaving out the meters.
 */
final class OnMetricsEnabledCondition extends SpringBootCondition {

    private static final String PROPERTY = DelayQueueMetricsProperties.PREFIX + ".enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean enabled = Binder.get(context.getEnvironment())
                .bind(PROPERTY, Boolean.class)
                .orElse(true);
        return new ConditionOutcome(
                enabled, ConditionMessage.forCondition("delayqueue metrics").because(PROPERTY + " is " + enabled));
    }
}
