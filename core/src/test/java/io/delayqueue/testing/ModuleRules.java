package io.delayqueue.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Holds every module to the same rules. A module's own test extends this and adds the rules that are the module's alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ModuleRules {

    /** The module's classes without its tests. */
    protected final JavaClasses module;

    /**
     * Creates the rules.
     *
     * @param packages the module's packages, subpackages included
     */
    protected ModuleRules(String... packages) {
        this.module = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(packages);
    }

    @Test
    void packagesShouldHaveNoCycles() {
        slices().assignedFrom(packages()).should().beFreeOfCycles().check(module);
    }

    /** {@return the internal packages of core that the module may use, none as a rule} */
    protected List<String> internals() {
        return List.of();
    }

    @Test
    void internalPackagesOfCoreShouldStayInternal() {
        DescribedPredicate<JavaClass> internal = JavaClass.Predicates.resideInAPackage("io.delayqueue.internal..");
        for (String allowed : internals()) {
            internal = internal.and(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage(allowed)));
        }
        noClasses().should().dependOnClassesThat(internal).check(module);
    }

    /** {@return the most tokens of main code; a commit that raises this ceiling says what was tried instead} */
    protected abstract int maxTokens();

    @Test
    void codeShouldStayUnderItsCeiling() throws IOException {
        CodeSize size = CodeSize.ofJava(Path.of("src/main/java"));
        assertThat(size.tokens()).isPositive().isLessThanOrEqualTo(maxTokens());
        assertThat(size.longerThan(300)).as("longer than 300 lines of code").isEmpty();
    }

    @Test
    void everyPackageShouldBeNullMarked() {
        List<JavaPackage> packages =
                module.stream().map(JavaClass::getPackage).distinct().toList();
        assertThat(packages).isNotEmpty().allMatch(javaPackage -> javaPackage.isAnnotatedWith(NullMarked.class));
    }

    @Test
    void nothingShouldPrintUseAnotherLoggerOrInjectFields() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(module);
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(module);
        NO_CLASSES_SHOULD_USE_FIELD_INJECTION.check(module);
        noClasses().should().callMethod(Throwable.class, "printStackTrace").check(module);
    }

    /** They keep text from outside within its line. */
    @Test
    void loggersShouldBeThoseOfTheLibrary() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.delayqueue.log.Loggers")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.slf4j.LoggerFactory")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.commons.logging..")
                .check(module);
    }

    @Test
    void staticFieldsShouldBeFinal() {
        fields().that().areStatic().should().beFinal().allowEmptyShould(true).check(module);
    }

    @Test
    void autoConfigurationsShouldBePublicAndFinal() {
        classes()
                .that()
                .areAnnotatedWith("org.springframework.boot.autoconfigure.AutoConfiguration")
                .should()
                .bePublic()
                .andShould()
                .haveModifier(JavaModifier.FINAL)
                .allowEmptyShould(true)
                .check(module);
    }

    @Test
    void beanMethodsShouldBePackagePrivate() {
        methods()
                .that()
                .areAnnotatedWith("org.springframework.context.annotation.Bean")
                .should()
                .bePackagePrivate()
                .allowEmptyShould(true)
                .check(module);
    }

    /**
     * {@return the public types of the module's packages, a new one of which is a promise; without the packages' common start}
     *
     * @param packages whose types are wanted
     */
    protected final List<String> publicTypes(String packages) {
        return module.stream()
                .filter(type -> (type.getPackageName() + ".").startsWith(packages + ".") && isVisible(type))
                .map(type -> type.getName().substring(packages.length() + 1))
                .toList();
    }

    /** Whether it and the types around it are public. */
    public static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ModuleRules::isVisible).orElse(true);
    }

    /** Each package is a slice, one that contains others too. */
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
