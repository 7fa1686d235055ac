package io.delayqueue.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What of this module may need what: an application without Spring, or without JUnit, has the rest. */
class ArchitectureTests {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.delayqueue.memory", "io.delayqueue.test");

    @Test
    void storeShouldKnowOnlyCoreAndItsLibraries() {
        classes()
                .that()
                .resideInAPackage("io.delayqueue.memory")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.delayqueue",
                        "io.delayqueue.store",
                        "io.delayqueue.engine",
                        "io.delayqueue.memory",
                        "java..",
                        "org.jspecify.annotations",
                        "org.slf4j..",
                        "tools.jackson..",
                        "")
                .check(MODULE);
    }

    @Test
    void onlyAutoConfigurationShouldKnowSpring() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.delayqueue.test.autoconfigure..")
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
                .doNotHaveFullyQualifiedName("io.delayqueue.test.DelayQueueExtension")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.junit..")
                .check(MODULE);
    }

    @Test
    void nothingShouldKnowRedis() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.delayqueue.redis..", "redis.clients..", "org.springframework.data..")
                .check(MODULE);
    }

    @Test
    void nothingShouldStartThreads() {
        noClasses()
                .should()
                .callConstructor(Thread.class, Runnable.class)
                .orShould()
                .callMethod(Thread.class, "start")
                .orShould()
                .beAssignableTo(Thread.class)
                .orShould()
                .accessClassesThat()
                .belongToAnyOf(Executors.class)
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
        assertThat(MODULE.stream().map(JavaClass::getPackage).distinct())
                .isNotEmpty()
                .allMatch(javaPackage -> javaPackage.isAnnotatedWith(NullMarked.class));
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
}
