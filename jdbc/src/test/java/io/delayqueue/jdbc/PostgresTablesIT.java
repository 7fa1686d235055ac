package io.delayqueue.jdbc;

import org.junit.jupiter.api.Test;

class PostgresTablesIT extends TablesContract {

    @Override
    TestDatabase create() {
        return TestServers.postgresql();
    }

    @Override
    String prefix() {
        return "shop.DQ_";
    }

    @Test
    void applicationShouldNotStartOnADatabaseThatIsReadOnly() {
        assertRefusesReadOnly(database.url() + "&options=-c%20default_transaction_read_only=on");
    }
}
