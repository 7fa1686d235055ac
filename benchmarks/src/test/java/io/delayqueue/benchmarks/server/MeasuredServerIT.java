package io.delayqueue.benchmarks.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class MeasuredServerIT {

    @Test
    void serverShouldKeepNothing() {
        try (MeasuredServer server = MeasuredServer.start()) {
            assertThat(persistence(server)).containsEntry("appendonly", "no").containsEntry("save", "");
        }
    }

    @Test
    void appendOnlyFileShouldBeSynchronizedEverySecond() {
        try (MeasuredServer server = MeasuredServer.startAppendOnly()) {
            assertThat(server.isOwn()).isTrue();
            assertThat(persistence(server))
                    .containsEntry("appendonly", "yes")
                    .containsEntry("appendfsync", "everysec")
                    .containsEntry("save", "");
        }
    }

    @Test
    void workShouldTakeProcessorTime() {
        try (MeasuredServer server = MeasuredServer.start()) {
            double before = server.cpuMicros();
            server.client().eval("for i = 1, 1000000 do redis.sha1hex('') end");
            assertThat(server.cpuMicros()).isGreaterThan(before);
        }
    }

    private static Map<String, String> persistence(MeasuredServer server) {
        try (Jedis connection =
                new Jedis(server.address().host(), server.address().port())) {
            return connection.configGet("appendonly", "appendfsync", "save");
        }
    }
}
