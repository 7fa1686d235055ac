package io.delayqueue.jdbc;

class PostgresKillsIT extends KillsContract {

    @Override
    TestDatabase create() {
        return TestServers.postgresql();
    }
}
