package io.delayqueue.autoconfigure;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueTopic;
import io.delayqueue.annotation.Header;
import io.delayqueue.annotation.Headers;
import io.delayqueue.autoconfigure.endpoint.DelayQueueEndpointAutoConfiguration;
import io.delayqueue.autoconfigure.health.DelayQueueHealthContributorAutoConfiguration;
import io.delayqueue.autoconfigure.listener.DisabledGroupException;
import io.delayqueue.autoconfigure.listener.ErrorHandlers;
import io.delayqueue.autoconfigure.listener.InvalidListenerException;
import io.delayqueue.autoconfigure.listener.ListenerQueue;
import io.delayqueue.autoconfigure.listener.ListenerRegistrar;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsProperties;
import io.delayqueue.autoconfigure.observation.DelayQueueObservationAutoConfiguration;
import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.autoconfigure.redis.RedisConnectionsFactory;
import io.delayqueue.observation.AddObservationContext;
import io.delayqueue.observation.AddObservationConvention;
import io.delayqueue.observation.DefaultAddObservationConvention;
import io.delayqueue.observation.DefaultExecutionObservationConvention;
import io.delayqueue.observation.DelayQueueObservation;
import io.delayqueue.observation.ExecutionObservationContext;
import io.delayqueue.observation.ExecutionObservationConvention;
import io.delayqueue.testing.ModuleRules;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class ArchitectureTests extends ModuleRules {

    ArchitectureTests() {
        super(
                "io.delayqueue.autoconfigure",
                "io.delayqueue.annotation",
                "io.delayqueue.observation",
                "io.delayqueue.transaction");
    }

    /** Public types. Adding one is a decision that is recorded here. */
    @Test
    void publicTypesShouldBeTheOnesWhichAreMeant() {
        assertThat(module.stream()
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getName))
                .containsExactlyInAnyOrder(
                        Backoff.class.getName(),
                        DelayQueueListener.class.getName(),
                        DelayQueueTopic.class.getName(),
                        Header.class.getName(),
                        Headers.class.getName(),
                        ConditionalOnQueue.class.getName(),
                        DelayQueueAutoConfiguration.class.getName(),
                        DelayQueueStoreFactory.class.getName(),
                        DelayQueueEngineCustomizer.class.getName(),
                        DelayQueueProperties.Store.class.getName(),
                        NamedQueues.class.getName(),
                        QueueConfiguration.class.getName(),
                        DelayQueueMetricsAutoConfiguration.class.getName(),
                        DelayQueueMetricsProperties.class.getName(),
                        DelayQueueProperties.class.getName(),
                        DelayQueueProperties.AddQueue.class.getName(),
                        DelayQueueProperties.Durability.class.getName(),
                        DelayQueueProperties.RedisChecks.class.getName(),
                        DelayQueueProperties.DeadLetter.class.getName(),
                        DelayQueueProperties.Health.class.getName(),
                        RetryProperties.class.getName(),
                        DelayQueueProperties.Transactions.class.getName(),
                        DelayQueueProperties.Observations.class.getName(),
                        DelayQueueEndpointAutoConfiguration.class.getName(),
                        DelayQueueHealthContributorAutoConfiguration.class.getName(),
                        TransactionalDelayQueueAutoConfiguration.class.getName(),
                        TransactionalDelayQueueService.class.getName(),
                        DelayQueueProperties.Mdc.class.getName(),
                        DisabledGroupException.class.getName(),
                        ErrorHandlers.class.getName(),
                        InvalidListenerException.class.getName(),
                        ListenerQueue.class.getName(),
                        DelayQueueObservationAutoConfiguration.class.getName(),
                        AddObservationContext.class.getName(),
                        AddObservationConvention.class.getName(),
                        DefaultAddObservationConvention.class.getName(),
                        DefaultExecutionObservationConvention.class.getName(),
                        DelayQueueObservation.class.getName(),
                        DelayQueueObservation.AddKey.class.getName(),
                        DelayQueueObservation.ExecutionKey.class.getName(),
                        DelayQueueObservation.Key.class.getName(),
                        ExecutionObservationContext.class.getName(),
                        ExecutionObservationConvention.class.getName(),
                        ListenerRegistrar.class.getName(),
                        RedisConnectionsFactory.class.getName());
    }

    @Test
    void onlyTheRedisPackageShouldKnowJedis() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.delayqueue.autoconfigure.redis")
                // Its condition names the required class.
                .and()
                .doNotBelongToAnyOf(DelayQueueAutoConfiguration.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("redis.clients..")
                .check(module);
    }

    @Test
    void threadsShouldBeLeftToTheEngine() {
        noClasses()
                .that()
                // Passes the application's executor to the engine.
                .doNotBelongToAnyOf(CallbackThreads.class)
                .and()
                // Belongs to the client, not to the engine: reads the slots of a cluster.
                .doNotHaveSimpleName("RenewedSlots")
                .should()
                .dependOnClassesThat(are(assignableTo(Thread.class).or(assignableTo(Executor.class))))
                .check(module);
    }
}
