package io.delayqueue.jdbc;

class PostgresOnceGuardIT extends OnceGuardContract {

    @Override
    TestDatabase create() {
        return TestServers.postgresql();
    }

    @Override
    boolean mayConflict(Level level) {
        return level != Level.READ_COMMITTED;
    }
}
