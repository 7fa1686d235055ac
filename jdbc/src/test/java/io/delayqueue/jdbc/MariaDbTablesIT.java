package io.delayqueue.jdbc;

import org.junit.jupiter.api.Test;

class MariaDbTablesIT extends TablesContract {

    @Override
    TestDatabase create() {
        return TestServers.mariadb();
    }

    /** A schema would be another database. */
    @Override
    String prefix() {
        return "Shop_";
    }

    @Test
    void applicationShouldNotStartOnADatabaseThatIsReadOnly() {
        assertRefusesReadOnly(database.url() + "?sessionVariables=tx_read_only=1");
    }
}
