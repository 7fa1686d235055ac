package io.delayqueue;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.delayqueue.testing.ModuleRules;
import java.time.Clock;
import java.util.Date;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What DESIGN says of the packages. */
class ArchitectureTests extends ModuleRules {

    ArchitectureTests() {
        super("io.delayqueue");
    }

    @Test
    void coreShouldKnowOnlyItsFourLibraries() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAPackage("io.delayqueue..")
                        .or(resideInAPackage("java.."))
                        .or(resideInAPackage("org.jspecify.annotations"))
                        .or(resideInAPackage("org.slf4j.."))
                        .or(resideInAPackage("redis.clients.jedis.."))
                        .or(resideInAPackage("tools.jackson.."))
                        .or(resideInAPackage("com.fasterxml.jackson.annotation"))
                        .or(primitives()))
                .check(module);
    }

    @Test
    void onlyRedisShouldKnowJedis() {
        noClasses()
                .that(resideOutsideOfPackages("io.delayqueue.redis"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("redis.clients..")
                .check(module);
    }

    @Test
    void onlyEngineShouldStartThreads() {
        noClasses()
                .that(resideOutsideOfPackages("io.delayqueue.engine"))
                .should()
                .accessTargetWhere(startsThreads())
                .orShould()
                .beAssignableTo(Thread.class)
                .check(module);
    }

    /** Tests included: see {@link io.delayqueue.testing.OwnThread}. */
    @Test
    void nothingShouldRunInTheCommonPool() {
        noClasses()
                .should()
                .callMethod(CompletableFuture.class, "runAsync", Runnable.class)
                .orShould()
                .callMethod(CompletableFuture.class, "supplyAsync", Supplier.class)
                .check(new ClassFileImporter().importPackages("io.delayqueue"));
    }

    /** What is stepped goes by a time that somebody moves, on one thread. */
    @Test
    void whatIsSteppedShouldNeitherStartThreadsNorLookAtTheTimeThatPasses() {
        noClasses()
                .that()
                .haveNameMatching("io\\.delayqueue\\.engine\\.Stepped.*")
                .should()
                .accessTargetWhere(startsThreads())
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching(
                        "io\\.delayqueue\\.engine\\.(Threads|Loop|Workers|Group(Pusher|Runtime)|TopicRuns|TopicConsumer|Acknowledger)")
                .check(module);
    }

    /** What is due, and whose lease has ended, is the store's to say. This machine's clock may be wrong. */
    @Test
    void onlyNewIdsAndTheEnginesClockShouldReadTheWallClock() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.delayqueue.Task")
                .and()
                .doNotHaveFullyQualifiedName("io.delayqueue.engine.DelayQueueEngineBuilder")
                .should()
                .accessTargetWhere(readsTheWallClock())
                .check(module);
    }

    @Test
    void dependenciesShouldPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("root")
                .definedBy("io.delayqueue")
                .layer("store")
                .definedBy("io.delayqueue.store")
                .layer("callback")
                .definedBy("io.delayqueue.callback")
                .layer("codec")
                .definedBy("io.delayqueue.internal.codec")
                .layer("redis")
                .definedBy("io.delayqueue.redis")
                .layer("engine")
                .definedBy("io.delayqueue.engine")
                .whereLayer("root")
                .mayNotAccessAnyLayer()
                .whereLayer("store")
                .mayOnlyAccessLayers("root")
                .whereLayer("callback")
                .mayOnlyAccessLayers("root", "store")
                .whereLayer("codec")
                .mayOnlyAccessLayers("root", "store")
                .whereLayer("redis")
                .mayOnlyAccessLayers("root", "store")
                .whereLayer("engine")
                .mayOnlyAccessLayers("root", "store", "callback", "codec")
                .check(module);
    }

    @Test
    void everyClassShouldBeInAPackageTheRulesKnow() {
        classes()
                .should()
                .resideInAnyPackage(
                        "io.delayqueue",
                        "io.delayqueue.store",
                        "io.delayqueue.callback",
                        "io.delayqueue.redis",
                        "io.delayqueue.internal.codec",
                        "io.delayqueue.log",
                        "io.delayqueue.engine")
                .check(module);
    }

    private static DescribedPredicate<JavaClass> primitives() {
        return describe("are primitive, or arrays of them", type -> type.getBaseComponentType()
                .isPrimitive());
    }

    private static DescribedPredicate<JavaAccess<?>> readsTheWallClock() {
        return describe("reads the wall clock", access -> readsTheWallClock(access.getTarget()));
    }

    private static boolean readsTheWallClock(AccessTarget target) {
        JavaClass owner = target.getOwner();
        if (owner.isEquivalentTo(System.class)) {
            return target.getName().equals("currentTimeMillis");
        }
        if (owner.isEquivalentTo(Clock.class)) {
            return target.getName().startsWith("system") || target.getName().startsWith("tick");
        }
        boolean ofJavaTime = owner.getPackageName().equals("java.time");
        return ofJavaTime && target.getName().equals("now") || owner.isAssignableTo(Date.class);
    }

    private static DescribedPredicate<JavaAccess<?>> startsThreads() {
        return describe("starts threads", access -> startsThreads(access.getTarget()));
    }

    private static boolean startsThreads(AccessTarget target) {
        JavaClass owner = target.getOwner();
        boolean constructor = target.getName().equals("<init>");
        if (owner.isEquivalentTo(Executors.class)) {
            return true;
        }
        if (owner.isAssignableTo(Thread.class)) {
            return constructor || target.getName().equals("start");
        }
        if (owner.isAssignableTo(CompletableFuture.class)) {
            return target.getName().endsWith("Async") && !takesExecutor(target);
        }
        return constructor && owner.isAssignableTo(ExecutorService.class);
    }

    private static boolean takesExecutor(AccessTarget target) {
        return target instanceof AccessTarget.CodeUnitAccessTarget unit
                && unit.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(Executor.class));
    }
}
