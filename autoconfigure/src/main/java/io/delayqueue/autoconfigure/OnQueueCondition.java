package io.delayqueue.autoconfigure;

import io.delayqueue.engine.DelayQueueEngine;
import java.util.List;
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
        List<String> engines = List.of(Objects.requireNonNull(context.getBeanFactory())
                .getBeanNamesForType(DelayQueueEngine.class, true, false));
        ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnQueue.class);
        return engines.isEmpty()
                ? ConditionOutcome.noMatch(message.didNotFind("engine").atAll())
                : ConditionOutcome.match(message.found("engine", "engines").items(engines));
    }
}
