package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Parameter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JsonNode;

/** What editors show of the properties. */
class ConfigurationMetadataTests {

    private final Map<String, PropertyMetadata> metadata = PropertyMetadata.all();

    @Test
    void everyPropertyShouldBeThere() {
        Set<String> declared = new LinkedHashSet<>();
        declare("delayqueue", DelayQueueProperties.class, declared);
        assertThat(declared).hasSizeGreaterThan(10).allMatch(ConfigurationPropertyName::isValid);
        assertThat(metadata.keySet()).containsAll(declared);
    }

    @Test
    void everyPropertyShouldHaveATypeAndADescriptionOfPlainSentences() {
        assertThat(metadata).allSatisfy((name, property) -> {
            assertThat(property.type()).matches("(java|org\\.springframework|io\\.delayqueue)\\..+");
            assertThat(property.description())
                    .endsWith(".")
                    .matches("[A-Z].{20,}")
                    .doesNotContain("{@")
                    .doesNotContain("<")
                    .doesNotContain("  ");
        });
    }

    @Test
    void everyDefaultShouldBeTheOneThatIsBound() {
        assertThat(metadata.values())
                .filteredOn(property -> property.parameter() != null)
                .hasSizeGreaterThan(10)
                .allSatisfy(property -> assertThat(property.defaultValue())
                        .isEqualTo(PropertyMetadata.defaultOf(property.parameter())));
    }

    /** A primitive has a value in any case. */
    @Test
    void everyPropertyThatIsAlwaysSomethingShouldSayWhat() {
        assertThat(metadata.values())
                .filteredOn(property -> property.parameter() != null
                        && property.parameter().getType().isPrimitive())
                .hasSizeGreaterThan(5)
                .allSatisfy(property -> assertThat(property.defaultValue()).isNotEmpty());
    }

    @Test
    void classesShouldBeHintedAt() {
        List<JsonNode> hints = PropertyMetadata.entries("hints");
        assertThat(hints)
                .extracting(hint -> hint.get("name").asString())
                .containsExactlyInAnyOrder("delayqueue.allowed-callbacks", "delayqueue.retry.no-retry-for")
                .isSubsetOf(metadata.keySet());
        assertThat(hints).flatExtracting(hint -> hint.get("providers").values()).allSatisfy(provider -> {
            assertThat(provider.get("name").asString()).isEqualTo("class-reference");
            String target = provider.at("/parameters/target").asString();
            assertThat(ClassUtils.isPresent(target, getClass().getClassLoader()))
                    .isTrue();
        });
    }

    private static void declare(String prefix, Class<?> type, Set<String> names) {
        for (Parameter parameter : type.getDeclaredConstructors()[0].getParameters()) {
            String name = prefix + "." + PropertyMetadata.dashed(parameter.getName());
            if (parameter.getType().isRecord()) {
                declare(name, parameter.getType(), names);
            } else {
                names.add(name);
            }
        }
    }
}
