package io.delayqueue.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.delayqueue.properties.MetadataContract;
import io.delayqueue.properties.PropertyMetadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** Metadata of this module's properties, which editors show. */
class WebConfigurationMetadataTests extends MetadataContract {

    WebConfigurationMetadataTests() {
        super("delayqueue.web.");
    }

    @Test
    void everyPropertyShouldBeThereOnce() {
        List<String> declared = new ArrayList<>();
        new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.delayqueue.web")
                        .stream()
                        .filter(type -> type.isAnnotatedWith(ConfigurationProperties.class))
                        .map(JavaClass::reflect)
                        .forEach(type -> declare(
                                type.getAnnotation(ConfigurationProperties.class)
                                        .value(),
                                type,
                                declared));
        assertThat(declared).hasSizeGreaterThan(5).containsExactlyInAnyOrderElementsOf(metadata.keySet());
    }

    private static void declare(String prefix, Class<?> type, List<String> names) {
        Arrays.stream(type.getRecordComponents())
                .forEach(component -> names.add(prefix + "." + PropertyMetadata.dashed(component.getName())));
    }
}
