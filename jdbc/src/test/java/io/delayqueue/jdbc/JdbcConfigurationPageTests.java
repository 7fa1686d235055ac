package io.delayqueue.jdbc;

import io.delayqueue.properties.PageContract;
import io.delayqueue.properties.PropertyPage;
import java.util.Map;

/** Compares this module's part of docs/configuration.md with the built metadata, see {@link PropertyPage}. */
class JdbcConfigurationPageTests extends PageContract {

    /** Links to further documentation of all properties with a prefix. */
    private static final Map<String, String> SEE = Map.of(
            "delayqueue.jdbc", "transactions.md#tables",
            "delayqueue.once-guard", "transactions.md#the-once-guard",
            "delayqueue.transactions.outbox", "transactions.md#the-way-of-a-change");

    JdbcConfigurationPageTests() {
        super("delayqueue.", SEE);
        // Other modules of the class path have metadata too.
        metadata.values().removeIf(property -> !property.sourceType().startsWith("io.delayqueue.jdbc."));
    }
}
