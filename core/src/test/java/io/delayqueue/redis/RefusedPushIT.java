package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.TaskStore;
import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A push that is refused leaves a mark, on a full server too. */
class RefusedPushIT {

    @RegisterExtension
    private final Closing open = new Closing();

    private final RedisServer server = open.closing(RedisServer.start());

    private final RedisBackend backend = open.closing(RedisBackend.connect(server.host(), server.port()));

    private final TaskStore store = backend.tasks();

    @Test
    void markIsLeftOnAFullServer() {
        assertThat(store.push("g", "one", List.of(), ExpectedTime.NONE).elected())
                .isTrue();
        server.client().configSet("maxmemory", "1");
        PushResult refused = store.push("g", "two", List.of(), ExpectedTime.NONE);
        assertThat(refused.elected()).isFalse();
        assertThat(refused.waitMicros()).isPositive();
        assertThat(server.client().pttl("{g}:OTHERS")).isBetween(1L, 3_000L);
        assertThat(store.push("g", "one", List.of(), ExpectedTime.NONE).elected())
                .isTrue();
    }
}
