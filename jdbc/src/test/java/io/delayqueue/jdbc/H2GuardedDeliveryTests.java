package io.delayqueue.jdbc;

class H2GuardedDeliveryTests extends GuardedDeliveryContract {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }
}
