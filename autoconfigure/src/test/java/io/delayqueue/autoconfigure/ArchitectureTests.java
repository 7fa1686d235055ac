package io.delayqueue.autoconfigure;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.ModuleRules;
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

    @Override
    protected int maxTokens() {
        return 50_200;
    }

    /** Public types. Adding one is a decision that is recorded here. */
    @Test
    void publicTypesShouldBeTheOnesWhichAreMeant() {
        assertThat(publicTypes("io.delayqueue"))
                .containsExactlyInAnyOrder(
                        "annotation.Backoff",
                        "annotation.DelayQueueLimit",
                        "annotation.DelayQueueLimit$All",
                        "annotation.DelayQueueListener",
                        "annotation.DelayQueueSchedule",
                        "annotation.Header",
                        "annotation.Headers",
                        "annotation.History",
                        "autoconfigure.AmbiguousMapperException",
                        "autoconfigure.ConditionalOnQueue",
                        "autoconfigure.DelayQueueAutoConfiguration",
                        "autoconfigure.DelayQueueEngineCustomizer",
                        "autoconfigure.DelayQueueProperties",
                        "autoconfigure.DelayQueueProperties$AddQueue",
                        "autoconfigure.DelayQueueProperties$DeadLetter",
                        "autoconfigure.DelayQueueProperties$Durability",
                        "autoconfigure.DelayQueueProperties$Health",
                        "autoconfigure.DelayQueueProperties$Mdc",
                        "autoconfigure.DelayQueueProperties$Observations",
                        "autoconfigure.DelayQueueProperties$RedisChecks",
                        "autoconfigure.DelayQueueProperties$Start",
                        "autoconfigure.DelayQueueProperties$Store",
                        "autoconfigure.DelayQueueProperties$Transactions",
                        "autoconfigure.DelayQueueStoreFactory",
                        "autoconfigure.HistoryProperties",
                        "autoconfigure.LimitProperties",
                        "autoconfigure.QueueConfiguration",
                        "autoconfigure.RetryProperties",
                        "autoconfigure.TransactionalDelayQueueAutoConfiguration",
                        "autoconfigure.endpoint.ChangeLog",
                        "autoconfigure.endpoint.DelayQueueEndpointAutoConfiguration",
                        "autoconfigure.health.DelayQueueHealthContributorAutoConfiguration",
                        "autoconfigure.listener.DisabledGroupException",
                        "autoconfigure.listener.ErrorHandlers",
                        "autoconfigure.EngineProcessor",
                        "autoconfigure.InvalidScheduleException",
                        "autoconfigure.listener.InvalidListenerException",
                        "autoconfigure.listener.ListenerQueue",
                        "autoconfigure.listener.ListenerRegistrar",
                        "autoconfigure.metrics.DelayQueueMetricsAutoConfiguration",
                        "autoconfigure.metrics.DelayQueueMetricsProperties",
                        "autoconfigure.observation.DelayQueueObservationAutoConfiguration",
                        "autoconfigure.queues.NamedQueues",
                        "autoconfigure.redis.DelayQueueJedisCustomizer",
                        "autoconfigure.redis.QueueRedis",
                        "observation.AddObservationContext",
                        "observation.AddObservationConvention",
                        "observation.DefaultAddObservationConvention",
                        "observation.DefaultExecutionObservationConvention",
                        "observation.DelayQueueObservation",
                        "observation.DelayQueueObservation$AddKey",
                        "observation.DelayQueueObservation$ExecutionKey",
                        "observation.DelayQueueObservation$Key",
                        "observation.ExecutionObservationContext",
                        "observation.ExecutionObservationConvention",
                        "transaction.ChangeJournal",
                        "transaction.ChangeJournal$Entries",
                        "transaction.ChangeJournals",
                        "transaction.OutboxOperations",
                        "transaction.OutboxOperations$Depth",
                        "transaction.OutboxOperations$Page",
                        "transaction.OutboxOperations$Refused",
                        "transaction.TaskChange",
                        "transaction.TaskChange$Add",
                        "transaction.TaskChange$Remove",
                        "transaction.TaskChange$Reschedule",
                        "transaction.TransactionalDelayQueueService");
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
