package io.delayqueue.jdbc;

class MariaDbOutboxIT extends OutboxContract {

    @Override
    TestDatabase create() {
        return TestServers.mariadb();
    }
}
