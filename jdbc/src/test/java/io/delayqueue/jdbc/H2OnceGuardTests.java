package io.delayqueue.jdbc;

class H2OnceGuardTests extends OnceGuardContract {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    @Override
    boolean mayConflict(Level level) {
        return false;
    }
}
