package io.delayqueue.web;

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
import io.delayqueue.web.api.ApiController;
import io.delayqueue.web.api.ApiJson;
import io.delayqueue.web.api.ApiPath;
import io.delayqueue.web.api.DelayQueueWebApiAutoConfiguration;
import io.delayqueue.web.api.ProblemException;
import io.delayqueue.web.api.ProblemType;
import io.delayqueue.web.api.Problems;
import io.delayqueue.web.api.RawJson;
import io.delayqueue.web.api.TopicView;
import io.delayqueue.web.audit.AuditLog;
import io.delayqueue.web.audit.AuditNote;
import io.delayqueue.web.consume.DelayQueueWebConsumeAutoConfiguration;
import io.delayqueue.web.dashboard.DashboardAutoConfiguration;
import io.delayqueue.web.live.DelayQueueWebLiveAutoConfiguration;
import io.delayqueue.web.security.DelayQueueSecurityFilterChainAutoConfiguration;
import io.delayqueue.web.security.DelayQueueWebSecurityAutoConfiguration;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMapping;

class ArchitectureTests {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.delayqueue.web");

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

    /** What is found by no component scan, by no mapping and no aspect of the application, and by the path of the API. */
    @Test
    void controllersShouldBeThoseOfTheApiAndPackagePrivate() {
        classes()
                .that()
                .implement(ApiController.class)
                .should()
                .bePackagePrivate()
                .check(MODULE);
        methods()
                .that()
                .areMetaAnnotatedWith(RequestMapping.class)
                .or()
                .areAnnotatedWith(RequestMapping.class)
                .should()
                .beDeclaredInClassesThat()
                .implement(ApiController.class)
                .check(MODULE);
        noClasses()
                .that()
                .implement(ApiController.class)
                .should()
                .beMetaAnnotatedWith(Component.class)
                .orShould()
                .beAnnotatedWith(RequestMapping.class)
                .check(MODULE);
    }

    /** A new public type is a promise, and so a decision: make it here. */
    @Test
    void publicTypesShouldBeTheOnesWhichAreMeant() {
        assertThat(MODULE.stream()
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getName))
                .containsExactlyInAnyOrder(
                        DelayQueueWebAutoConfiguration.class.getName(),
                        DelayQueueWebProperties.class.getName(),
                        WebQueues.class.getName(),
                        PayloadMask.class.getName(),
                        AuditLog.class.getName(),
                        AuditNote.class.getName(),
                        DelayQueueWebSecurityAutoConfiguration.class.getName(),
                        DelayQueueSecurityFilterChainAutoConfiguration.class.getName(),
                        DelayQueueWebConsumeAutoConfiguration.class.getName(),
                        ApiController.class.getName(),
                        ApiJson.class.getName(),
                        ApiPath.class.getName(),
                        DelayQueueWebApiAutoConfiguration.class.getName(),
                        ProblemException.class.getName(),
                        ProblemType.class.getName(),
                        Problems.class.getName(),
                        RawJson.class.getName(),
                        TopicView.class.getName(),
                        DelayQueueWebLiveAutoConfiguration.class.getName(),
                        DashboardAutoConfiguration.class.getName());
    }

    @Test
    void packagesShouldHaveNoCycles() {
        slices().assignedFrom(packages()).should().beFreeOfCycles().check(MODULE);
    }

    @Test
    void nothingShouldKnowRedis() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("redis.clients..", "io.delayqueue.redis..", "io.delayqueue.store..")
                .check(MODULE);
    }

    @Test
    void threadsShouldBeLeftToTheEngineAndTheServerButForThoseThatWaitAndWrite() {
        noClasses()
                .that()
                // Have all threads of the streams, of the requests that wait for tasks, and the one that gives tasks
                // back.
                .haveNameNotMatching(".*\\.(live\\.LiveThreads|consume\\.LongPolls|consume\\.GiveBacks)(\\$.*)?")
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
