package io.delayqueue.web;

import io.delayqueue.properties.PageContract;
import io.delayqueue.properties.PropertyPage;
import java.util.Map;

/** Compares this module's part of docs/configuration.md with the built metadata, see {@link PropertyPage}. */
class WebConfigurationPageTests extends PageContract {

    /** Links to further documentation of a property, or of all with a prefix. */
    private static final Map<String, String> SEE = Map.ofEntries(
            Map.entry("delayqueue.web.allow-unauthenticated", "security.md#without-spring-security"),
            Map.entry("delayqueue.web.allowed-hosts", "security.md#without-spring-security"),
            Map.entry("delayqueue.web.viewer-role", "security.md#with-spring-security"),
            Map.entry("delayqueue.web.operator-role", "security.md#with-spring-security"),
            Map.entry("delayqueue.web.read-only", "security.md#read-only"),
            Map.entry("delayqueue.web.mask-payload", "security.md#masked-payloads"),
            Map.entry("delayqueue.web.login-page", "security.md#a-login-page"),
            Map.entry("delayqueue.web.logout-page", "security.md#a-login-page"));

    WebConfigurationPageTests() {
        super("delayqueue.web.", SEE);
    }
}
