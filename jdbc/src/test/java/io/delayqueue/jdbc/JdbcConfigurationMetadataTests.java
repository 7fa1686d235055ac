package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.delayqueue.properties.MetadataContract;
import io.delayqueue.properties.PropertyMetadata;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** Metadata of this module's properties, which editors show. */
class JdbcConfigurationMetadataTests extends MetadataContract {

    JdbcConfigurationMetadataTests() {
        super("delayqueue.");
        // Other modules of the class path have metadata too.
        metadata.values().removeIf(property -> !property.sourceType().startsWith("io.delayqueue.jdbc."));
    }

    @Test
    void everyPropertyShouldBeThereOnce() {
        List<String> declared = new ArrayList<>();
        new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.delayqueue.jdbc")
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

    /** A record in a record is a group of properties. */
    private static void declare(String prefix, Class<?> type, List<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "." + PropertyMetadata.dashed(component.getName());
            if (component.getType().isRecord()) {
                declare(name, component.getType(), names);
            } else {
                names.add(name);
            }
        }
    }
}
