package io.delayqueue.properties;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares a module's part of docs/configuration.md with the built metadata, see {@link PropertyPage}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PageContract {

    protected final Map<String, PropertyMetadata> metadata;

    private final Map<String, String> see;

    /**
     * Creates the test.
     *
     * @param see links to further documentation of a property, or of all with a prefix
     */
    protected PageContract(String start, Map<String, String> see) {
        this.metadata = PropertyMetadata.all(start);
        this.see = see;
    }

    @Test
    void tablesOfThePageShouldBeThoseOfTheMetadata() throws IOException {
        new PropertyPage(getClass()).shouldHave("\n" + new PropertyTables(see).of(metadata.values()));
    }

    @ParameterizedTest
    @MethodSource("places")
    void placesWhereMoreIsSaidShouldBeThere(Map.Entry<String, String> place) throws IOException {
        PropertyPage.shouldHavePlace(place, metadata);
    }

    Set<Map.Entry<String, String>> places() {
        return see.entrySet();
    }
}
