package io.delayqueue.autoconfigure.metrics;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless {@code delayqueue.enabled} or {@code delayqueue.metrics.enabled} is false. Binds the properties, so a value
 * that is not a boolean fails the start instead of leaving out the meters.
 */
final class OnMetricsEnabledCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        for (String property : new String[] {"delayqueue.enabled", DelayQueueMetricsProperties.PREFIX + ".enabled"}) {
            if (!binder.bind(property, Boolean.class).orElse(true)) {
                return ConditionOutcome.noMatch(message().because(property + " is false"));
            }
        }
        return ConditionOutcome.match(message().because("nothing is switched off"));
    }

    private static ConditionMessage.Builder message() {
        return ConditionMessage.forCondition("delayqueue metrics");
    }
}
