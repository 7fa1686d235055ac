package io.delayqueue.jdbc;

class H2TablesTests extends TablesContract {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    @Override
    String prefix() {
        return "shop.DQ_";
    }
}
