package io.delayqueue;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.delayqueue.engine.Agenda;
import io.delayqueue.memory.InMemoryBackend;
import io.delayqueue.test.DelayQueueExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What DESIGN says of the packages of this module. */
class ArchitectureTests {

    private static final String[] OWN = {
        "io.delayqueue.memory", "io.delayqueue.test", "io.delayqueue.test.autoconfigure"
    };

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.delayqueue.memory", "io.delayqueue.test");

    @Test
    void everyClassShouldBeInAPackageTheRulesKnow() {
        classes().should().resideInAnyPackage(OWN).check(MODULE);
    }

    /** As the store on Redis does: it is a store like that one, and the agenda is what a store tells whoever moves its time. */
    @Test
    void memoryShouldKnowOnlyTheRootTheStoreAndTheAgenda() {
        classes()
                .that()
                .resideInAPackage("io.delayqueue.memory")
                .should()
                .onlyDependOnClassesThat(resideInAPackage("io.delayqueue")
                        .or(resideInAPackage("io.delayqueue.memory"))
                        .or(resideInAPackage("io.delayqueue.store"))
                        .or(equivalentTo(Agenda.class))
                        .or(resideInAPackage("java.."))
                        .or(resideInAPackage("org.jspecify.annotations"))
                        .or(resideInAPackage("org.slf4j.."))
                        .or(resideInAPackage("tools.jackson.."))
                        .or(primitives()))
                .check(MODULE);
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
                .check(MODULE);
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
                .check(MODULE);
    }

    /** Of stores the kit knows the one in memory, and only to make it. */
    @Test
    void kitShouldKnowOfTheMemoryOnlyItsEntrance() {
        noClasses()
                .that()
                .resideInAPackage("io.delayqueue.test..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.delayqueue.memory").and(not(equivalentTo(InMemoryBackend.class))))
                .check(MODULE);
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
                .check(MODULE);
    }

    @Test
    void packagesShouldHaveNoCycles() {
        slices().matching("io.delayqueue.(**)").should().beFreeOfCycles().check(MODULE);
    }

    @Test
    void everyPackageShouldBeNullMarked() {
        List<JavaPackage> packages = new ArrayList<>();
        for (JavaClass type : MODULE) {
            packages.add(type.getPackage());
        }
        assertThat(packages).isNotEmpty().allMatch(javaPackage -> javaPackage.isAnnotatedWith(NullMarked.class));
    }

    @Test
    void nothingShouldPrintOrUseAnotherLogger() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MODULE);
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(MODULE);
        noClasses().should().callMethod(Throwable.class, "printStackTrace").check(MODULE);
    }

    @Test
    void staticFieldsShouldBeFinal() {
        fields().that().areStatic().should().beFinal().check(MODULE);
    }

    private static DescribedPredicate<JavaClass> primitives() {
        return describe("are primitive, or arrays of them", type -> type.getBaseComponentType()
                .isPrimitive());
    }
}
