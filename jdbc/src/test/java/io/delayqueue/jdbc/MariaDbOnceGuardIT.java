package io.delayqueue.jdbc;

class MariaDbOnceGuardIT extends OnceGuardContract {

    @Override
    TestDatabase create() {
        return TestServers.mariadb();
    }

    @Override
    boolean mayConflict(Level level) {
        return level != Level.READ_COMMITTED;
    }
}
