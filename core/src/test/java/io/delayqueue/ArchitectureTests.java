package io.delayqueue;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.delayqueue.testing.CodeSize;
import io.delayqueue.testing.ModuleRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules of the packages; see docs/architecture.md. */
class ArchitectureTests extends ModuleRules {

    private static final String ROOT = "io.delayqueue";

    /** Files of the API. */
    private static final int MAX_API = 53;

    private static final int MAX_FILES = 34;

    private static final int MAX_TOKENS_OF_LUA = 28_650;

    /** The packages from the way in down. */
    private static final List<String> ROOMS = List.of(
            "io.delayqueue.engine",
            "io.delayqueue.redis",
            "io.delayqueue.internal.group",
            "io.delayqueue.internal.push",
            "io.delayqueue.internal.consume",
            "io.delayqueue.internal.acknowledge",
            "io.delayqueue.internal.pull",
            "io.delayqueue.internal.service",
            "io.delayqueue.internal.add",
            "io.delayqueue.internal.run",
            "io.delayqueue.internal.heartbeat",
            "io.delayqueue.internal.registry",
            "io.delayqueue.internal.limit",
            "io.delayqueue.internal.history",
            "io.delayqueue.internal.retention",
            "io.delayqueue.internal.audit",
            "io.delayqueue.internal.drive",
            "io.delayqueue.internal.codec",
            "io.delayqueue.callback",
            "io.delayqueue.store",
            "io.delayqueue.monitor",
            "io.delayqueue.history",
            "io.delayqueue.limit",
            "io.delayqueue.pull",
            ROOT,
            "io.delayqueue.log");

    ArchitectureTests() {
        super(ROOT);
    }

    @Override
    protected List<String> internals() {
        return List.of("io.delayqueue.internal..");
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
    void onlyDriveShouldStartThreads() {
        noClasses()
                .that(resideOutsideOfPackages("io.delayqueue.internal.drive"))
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

    /** Classes that also run without threads use the driver's time and the driver's threads. */
    @Test
    void whatRunsWithoutThreadsTooShouldNeitherStartThreadsNorLookAtTheTimeThatPasses() {
        noClasses()
                .that()
                .haveNameMatching(
                        "io\\.delayqueue\\.internal\\.(push\\..*|retention\\..*|group\\.(GroupRuntime|LeaseRenewals)|run\\.(Attempt|FailedAttempts|Task.*|Interception|AsynchronousWork)|consume\\.(Topic.*|SuspendedAttempts|Workers)|drive\\.FewThreads|acknowledge\\..*)")
                .should()
                .accessTargetWhere(startsThreads())
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("io\\.delayqueue\\.internal\\..*\\.(Threads|LaneJob|Lane)")
                .check(module);
    }

    /** The store decides which task is due and which lease has ended. This machine's clock may be wrong. */
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
    void dependenciesShouldPointDown() {
        classes().should(dependOnlyOnRoomsBelow()).check(module);
    }

    @Override
    protected int maxTokens() {
        return 140_800;
    }

    @Test
    void scriptsShouldStayUnderTheirCeiling() throws IOException {
        CodeSize size = CodeSize.ofLua(Path.of("src/main/resources"));
        assertThat(size.tokens()).isPositive().isLessThanOrEqualTo(MAX_TOKENS_OF_LUA);
        assertThat(size.widerThan(120)).isEmpty();
    }

    @Test
    void roomsShouldStaySmall() {
        Map<String, Long> files = module.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(files).allSatisfy((room, size) -> assertThat(size)
                .isLessThanOrEqualTo(room.equals(ROOT) ? MAX_API : MAX_FILES));
    }

    private static ArchCondition<JavaClass> dependOnlyOnRoomsBelow() {
        return new ArchCondition<>("depend only on packages that stand below theirs") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                int own = ROOMS.indexOf(type.getPackageName());
                if (own < 0) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " is in no known package"));
                }
                type.getDirectDependenciesFromSelf().forEach(dependency -> {
                    int other = ROOMS.indexOf(dependency.getTargetClass().getPackageName());
                    if (other >= 0 && other < own) {
                        events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
                    }
                });
            }
        };
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
