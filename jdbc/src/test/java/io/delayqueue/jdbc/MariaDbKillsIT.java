package io.delayqueue.jdbc;

class MariaDbKillsIT extends KillsContract {

    @Override
    TestDatabase create() {
        return TestServers.mariadb();
    }
}
