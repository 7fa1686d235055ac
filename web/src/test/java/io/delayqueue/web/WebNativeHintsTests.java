package io.delayqueue.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.context.servlet.AnnotationConfigServletWebApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** Hints for a native image. */
class WebNativeHintsTests {

    private static final ReflectionHintsPredicates REFLECTION = RuntimeHintsPredicates.reflection();

    /** Records that are internal, have their own writer, or hold properties. */
    private static final Set<String> NO_JSON = Set.of(
            "DashboardFile",
            "DelayQueueWebProperties",
            "Event",
            "GroupView",
            "LiveQuery",
            "Measured",
            "PayloadMask",
            "Place",
            "Ranked",
            "RawJson",
            "Sample",
            "Throughput",
            "TopicRow",
            "Wanted",
            "WebSecurityProperties",
            "Work");

    private static final RuntimeHints HINTS = hints();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private static RuntimeHints hints() {
        try (AnnotationConfigServletWebApplicationContext context =
                new AnnotationConfigServletWebApplicationContext()) {
            context.register(Application.class);
            DefaultGenerationContext generation = new DefaultGenerationContext(
                    new ClassNameGenerator(ClassName.get("io.delayqueue.web", "Prepared")),
                    new InMemoryGeneratedFiles());
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
            return generation.getRuntimeHints();
        }
    }

    @Test
    void whatIsReadAndWrittenAsJsonShouldBeKept() {
        assertThat(records()).isNotEmpty().allSatisfy(type -> assertThat(HINTS)
                .as(type.getName())
                .matches(REFLECTION
                        .onType(type)
                        .withMemberCategories(
                                MemberCategory.INVOKE_DECLARED_CONSTRUCTORS, MemberCategory.ACCESS_DECLARED_FIELDS))
                .matches(hints -> Stream.of(type.getRecordComponents()).allMatch(component -> REFLECTION
                        .onMethodInvocation(component.getAccessor())
                        .test(hints))));
    }

    /** Finds all records that are JSON. */
    private static Set<Class<?>> records() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.delayqueue.web").stream()
                        .map(JavaClass::reflect)
                        .filter(Class::isRecord)
                        .filter(type -> !NO_JSON.contains(type.getSimpleName()))
                        .collect(Collectors.toSet());
    }

    @Test
    void descriptionShouldBeKept() {
        assertThat(HINTS).matches(RuntimeHintsPredicates.resource().forResource("io/delayqueue/web/api/openapi.json"));
    }
}
