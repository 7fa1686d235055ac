package io.delayqueue.web;

import io.delayqueue.properties.PropertyMetadata;
import io.delayqueue.properties.PropertyPage;
import io.delayqueue.properties.PropertyTables;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds what docs/configuration.md says of this module's properties against the built metadata, see {@link PropertyPage}. */
class WebConfigurationPageTests {

    /** Where more is said of a property, or of all that begin with a prefix. */
    private static final Map<String, String> SEE = Map.ofEntries(
            Map.entry("delayqueue.web.allow-unauthenticated", "security.md#without-spring-security"),
            Map.entry("delayqueue.web.allowed-hosts", "security.md#without-spring-security"),
            Map.entry("delayqueue.web.viewer-role", "security.md#with-spring-security"),
            Map.entry("delayqueue.web.operator-role", "security.md#with-spring-security"),
            Map.entry("delayqueue.web.read-only", "security.md#read-only"),
            Map.entry("delayqueue.web.mask-payload", "security.md#masked-payloads"),
            Map.entry("delayqueue.web.login-page", "security.md#a-login-page"),
            Map.entry("delayqueue.web.logout-page", "security.md#a-login-page"));

    private final Map<String, PropertyMetadata> metadata = PropertyMetadata.all("delayqueue.web.");

    @Test
    void tableOfThePageShouldBeThatOfTheMetadata() throws IOException {
        new PropertyPage(getClass()).shouldHave("\n" + new PropertyTables(SEE).of(metadata.values()));
    }

    @ParameterizedTest
    @MethodSource("places")
    void placesWhereMoreIsSaidShouldBeThere(Map.Entry<String, String> place) throws IOException {
        PropertyPage.shouldHavePlace(place, metadata);
    }

    static Set<Map.Entry<String, String>> places() {
        return SEE.entrySet();
    }
}
