package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Public types. Adding one is a decision that is recorded here. */
class PublicTypesTests {

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.delayqueue.memory", "io.delayqueue.test");

    @Test
    void memoryShouldShowItsEntranceOnly() {
        assertThat(publicTypes("io.delayqueue.memory")).containsExactly("InMemoryBackend");
    }

    @Test
    void kitShouldShowWhatTestsTouch() {
        assertThat(publicTypes("io.delayqueue.test"))
                .containsExactlyInAnyOrder(
                        "DelayQueueExtension",
                        "DelayQueueTestKit",
                        "DelayQueueTestKitBuilder",
                        "KitAssembly",
                        "NextCallback",
                        "TestQueue");
        assertThat(publicTypes("io.delayqueue.test.faults"))
                .containsExactlyInAnyOrder("NextStoreCall", "StoreCall", "StoreFaults");
        assertThat(publicTypes("io.delayqueue.test.assertions"))
                .containsExactlyInAnyOrder(
                        "QueueView",
                        "QueueView$Calls",
                        "TaskAssert",
                        "TestDelivery",
                        "TestDelivery$Outcome",
                        "TestQueueAssert");
    }

    private static List<String> publicTypes(String javaPackage) {
        return MODULE.stream()
                .filter(type -> type.getPackageName().equals(javaPackage) && isVisible(type))
                .map(type -> type.getName().substring(javaPackage.length() + 1))
                .toList();
    }

    private static boolean isVisible(JavaClass type) {
        Optional<JavaClass> outer = type.getEnclosingClass();
        return type.getModifiers().contains(JavaModifier.PUBLIC) && (outer.isEmpty() || isVisible(outer.get()));
    }
}
