package io.delayqueue.autoconfigure;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
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
import io.delayqueue.autoconfigure.redis.RedisConnectionsFactory;
import io.delayqueue.observation.AddObservationContext;
import io.delayqueue.observation.AddObservationConvention;
import io.delayqueue.observation.DefaultAddObservationConvention;
import io.delayqueue.observation.DefaultExecutionObservationConvention;
import io.delayqueue.observation.DelayQueueObservation;
import io.delayqueue.observation.ExecutionObservationContext;
import io.delayqueue.observation.ExecutionObservationConvention;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

class ArchitectureTests {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(
                    "io.delayqueue.autoconfigure",
                    "io.delayqueue.annotation",
                    "io.delayqueue.observation",
                    "io.delayqueue.transaction");

    @Test
    void autoConfigurationsShouldBePublicAndFinal() {
        classes()
                .that()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .bePublic()
                .andShould()
                .haveModifier(JavaModifier.FINAL)
                .check(MODULE);
    }

    @Test
    void beanMethodsShouldBePackagePrivate() {
        methods()
                .that()
                .areAnnotatedWith(Bean.class)
                .should()
                .bePackagePrivate()
                .check(MODULE);
    }

    /** A new public type is a promise, and so a decision: make it here. */
    @Test
    void publicTypesShouldBeTheOnesWhichAreMeant() {
        assertThat(MODULE.stream()
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
                        DelayQueueProperties.Durability.class.getName(),
                        DelayQueueProperties.DeadLetter.class.getName(),
                        DelayQueueProperties.Health.class.getName(),
                        DelayQueueProperties.Retry.class.getName(),
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
    void packagesShouldHaveNoCycles() {
        slices().assignedFrom(packages()).should().beFreeOfCycles().check(MODULE);
    }

    @Test
    void onlyTheRedisPackageShouldKnowJedis() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.delayqueue.autoconfigure.redis")
                // Its condition names the class that must be there.
                .and()
                .doNotBelongToAnyOf(DelayQueueAutoConfiguration.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("redis.clients..")
                .check(MODULE);
    }

    @Test
    void threadsShouldBeLeftToTheEngine() {
        noClasses()
                .that()
                // Hands the application's executor to the engine.
                .doNotBelongToAnyOf(CallbackThreads.class)
                .should()
                .dependOnClassesThat(are(assignableTo(Thread.class).or(assignableTo(Executor.class))))
                .check(MODULE);
    }

    @Test
    void everyPackageShouldBeNullMarked() {
        List<JavaPackage> packages =
                MODULE.stream().map(JavaClass::getPackage).distinct().toList();
        assertThat(packages).isNotEmpty().allMatch(javaPackage -> javaPackage.isAnnotatedWith(NullMarked.class));
    }

    @Test
    void nothingShouldPrintUseAnotherLoggerOrInjectFields() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MODULE);
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(MODULE);
        NO_CLASSES_SHOULD_USE_FIELD_INJECTION.check(MODULE);
    }

    private static SliceAssignment packages() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };
    }
}
