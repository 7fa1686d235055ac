package io.delayqueue.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Metadata of a module's properties, which editors show. */
public abstract class MetadataContract {

    protected final Map<String, PropertyMetadata> metadata;

    protected MetadataContract(String start) {
        this.metadata = PropertyMetadata.all(start);
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
                .hasSizeGreaterThan(5)
                .allSatisfy(property -> assertThat(property.defaultValue())
                        .isEqualTo(PropertyMetadata.defaultOf(property.parameter())));
    }
}
