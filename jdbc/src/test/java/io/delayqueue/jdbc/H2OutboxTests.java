package io.delayqueue.jdbc;

class H2OutboxTests extends OutboxContract {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }
}
