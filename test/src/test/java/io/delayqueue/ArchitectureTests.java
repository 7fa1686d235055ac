package io.delayqueue;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.delayqueue.memory.InMemoryBackend;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicKeys;
import io.delayqueue.test.DelayQueueExtension;
import io.delayqueue.testing.ModuleRules;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Packages of this module and their dependencies. */
class ArchitectureTests extends ModuleRules {

    private static final String[] OWN = {
        "io.delayqueue.memory",
        "io.delayqueue.test",
        "io.delayqueue.test.assertions",
        "io.delayqueue.test.autoconfigure",
        "io.delayqueue.test.faults"
    };

    ArchitectureTests() {
        super("io.delayqueue.memory", "io.delayqueue.test");
    }

    @Override
    protected int maxTokens() {
        return 39_200;
    }

    @Override
    protected List<String> internals() {
        return List.of("io.delayqueue.internal.drive");
    }

    /** A new public type is a promise, and so a decision: make it here. */
    @Test
    void publicTypesShouldBeTheOnesWhichAreMeant() {
        assertThat(publicTypes("io.delayqueue"))
                .containsExactlyInAnyOrder(
                        "memory.InMemoryBackend",
                        "test.DelayQueueExtension",
                        "test.DelayQueueTestKit",
                        "test.DelayQueueTestKitBuilder",
                        "test.KitAssembly",
                        "test.NextCallback",
                        "test.TestQueue",
                        "test.assertions.QueueView",
                        "test.assertions.QueueView$Calls",
                        "test.assertions.QueueView$Records",
                        "test.assertions.RecordAssert",
                        "test.assertions.TaskAssert",
                        "test.assertions.TestDelivery",
                        "test.assertions.TestDelivery$Outcome",
                        "test.assertions.TestQueueAssert",
                        "test.autoconfigure.AutoConfigureDelayQueueTest",
                        "test.autoconfigure.DelayQueueTestAutoConfiguration",
                        "test.autoconfigure.InMemoryStoreAutoConfiguration",
                        "test.faults.NextStoreCall",
                        "test.faults.StoreCall",
                        "test.faults.StoreFaults");
    }

    @Test
    void everyClassShouldBeInAPackageTheRulesKnow() {
        classes().should().resideInAnyPackage(OWN).check(module);
    }

    /** As the store on Redis does: it is a store like that one. A forecast is a value of the package monitor. */
    @Test
    void memoryShouldKnowOnlyTheRootTheStoreLimitsHistoriesForecastsAndKeys() {
        classes()
                .that()
                .resideInAPackage("io.delayqueue.memory")
                .should()
                .onlyDependOnClassesThat(resideInAPackage("io.delayqueue")
                        .or(resideInAPackage("io.delayqueue.memory"))
                        .or(resideInAPackage("io.delayqueue.store"))
                        .or(resideInAPackage("io.delayqueue.limit"))
                        .or(resideInAPackage("io.delayqueue.history"))
                        .or(equivalentTo(TopicForecast.class))
                        .or(equivalentTo(TopicForecast.DueTasks.class))
                        .or(equivalentTo(TopicKeys.class))
                        .or(equivalentTo(TopicKeys.KeyTasks.class))
                        .or(resideInAPackage("java.."))
                        .or(resideInAPackage("org.jspecify.annotations"))
                        .or(resideInAPackage("org.slf4j.."))
                        .or(resideInAPackage("tools.jackson.."))
                        .or(primitives()))
                .check(module);
    }

    @Test
    void onlyAutoconfigureShouldKnowSpring() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.delayqueue.test.autoconfigure")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework..", "io.delayqueue.autoconfigure..", "io.delayqueue.annotation..")
                .check(module);
    }

    @Test
    void onlyTheExtensionShouldKnowJUnit() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(DelayQueueExtension.class)
                .and()
                .resideOutsideOfPackage("io.delayqueue.test.autoconfigure")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.junit..")
                .check(module);
    }

    /** The kit uses the store in memory only, and only to create it. */
    @Test
    void kitShouldKnowOfTheMemoryOnlyItsEntrance() {
        noClasses()
                .that()
                .resideInAPackage("io.delayqueue.test..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.delayqueue.memory").and(not(equivalentTo(InMemoryBackend.class))))
                .check(module);
    }

    @Test
    void nothingShouldKnowRedisOrStartThreads() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.delayqueue.redis..", "redis.clients..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ExecutorService.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Executors.class)
                .orShould()
                .callConstructor(Thread.class, Runnable.class)
                .orShould()
                .callMethod(CompletableFuture.class, "runAsync", Runnable.class)
                .check(module);
    }

    private static DescribedPredicate<JavaClass> primitives() {
        return describe("are primitive, or arrays of them", type -> type.getBaseComponentType()
                .isPrimitive());
    }
}
