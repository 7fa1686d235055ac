package io.delayqueue.jdbc;

class PostgresGuardedDeliveryIT extends GuardedDeliveryContract {

    @Override
    TestDatabase create() {
        return TestServers.postgresql();
    }
}
