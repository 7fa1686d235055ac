package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.Backend;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.Commands;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the registration of many topics costs, by Redis's own figures. */
class RegistrationCostIT {

    /**
     * Of the server's processor time for all calls together, and so for each: far above what they take, far below the five seconds after
     * which Redis refuses other clients with BUSY.
     */
    private static final double MAX_MICROS = 500_000;

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final Backend backend = open.closing(PatientRedis.connect(server));

    private boolean register(List<String> topics) {
        double before = server.processorMicros();
        boolean registered = backend.registry().register("group", topics);
        double micros = server.processorMicros() - before;
        assertThat(micros).isLessThan(MAX_MICROS);
        return registered;
    }

    @Test
    void manyTopicsShouldBeRegisteredInShortCallsAndWrittenOnce() {
        List<String> topics =
                IntStream.range(0, 10_000).mapToObj(i -> "topic-" + i).toList();
        assertThat(register(topics)).isTrue();
        assertThat(backend.registry().topics("group")).hasSize(10_000);
        long writes = Commands.count(server, "hset");
        assertThat(writes).isLessThanOrEqualTo(10);
        assertThat(register(topics)).isFalse();
        assertThat(Commands.count(server, "hset")).isEqualTo(writes);
        assertThat(Commands.count(server, "hget")).isLessThanOrEqualTo(21);
    }
}
