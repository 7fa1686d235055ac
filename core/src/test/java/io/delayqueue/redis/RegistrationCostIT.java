package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.store.Backend;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** What the registration of many topics costs, by Redis's own figures. */
class RegistrationCostIT {

    /** Far above what a call takes, far below the five seconds after which Redis refuses other clients with BUSY. */
    private static final long LONG_CALL_MICROS = 500_000;

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.builder()
            .config("slowlog-log-slower-than " + LONG_CALL_MICROS)
            .start());

    private final Backend backend = open.closing(RedisBackend.connect(server.host(), server.port()));

    private List<List<String>> longCalls() {
        try (Jedis jedis = new Jedis(server.hostAndPort())) {
            return jedis.slowlogGet().stream()
                    .map(entry -> List.of(entry.getArgs().get(0), entry.getExecutionTime() + " µs"))
                    .toList();
        }
    }

    @Test
    void manyTopicsShouldBeRegisteredInShortCallsAndWrittenOnce() {
        List<TopicName> topics = IntStream.range(0, 10_000)
                .mapToObj(i -> new TopicName("group", "topic-" + i))
                .toList();
        assertThat(backend.registry().registerTopics(topics)).isTrue();
        assertThat(longCalls()).isEmpty();
        assertThat(backend.registry().topics("group")).hasSize(10_000);
        long writes = Commands.count(server, "hset");
        assertThat(writes).isLessThanOrEqualTo(10);
        assertThat(backend.registry().registerTopics(topics)).isFalse();
        assertThat(longCalls()).isEmpty();
        assertThat(Commands.count(server, "hset")).isEqualTo(writes);
        assertThat(Commands.count(server, "hget")).isLessThanOrEqualTo(21);
    }
}
