package io.delayqueue.autoconfigure;

import io.delayqueue.engine.DelayQueueEngine;
import java.util.Objects;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if there is an engine, candidate for injection or not. */
final class OnQueueCondition extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean found = Objects.requireNonNull(context.getBeanFactory())
                        .getBeanNamesForType(DelayQueueEngine.class, true, false)
                        .length
                > 0;
        return new ConditionOutcome(
                found,
                ConditionMessage.forCondition(ConditionalOnQueue.class)
                        .because(found ? "there is an engine" : "there is no engine"));
    }
}
