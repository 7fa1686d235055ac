package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.Closing;
import io.delayqueue.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StoreIdentityIT {

    @RegisterExtension
    final Closing closing = new Closing();

    private RedisBackend connect(RedisServer server) {
        return closing.closing(RedisBackend.connect(server.host(), server.port()));
    }

    @Test
    void storeShouldHaveOneIdentityForAllItsClients() {
        RedisServer server = closing.closing(RedisServer.start());
        String identity = connect(server).identity();
        assertThat(identity).hasSizeBetween(1, 64);
        assertThat(connect(server).identity()).isEqualTo(identity);
        assertThat(connect(server).inNamespace("other").identity()).isNotEqualTo(identity);
    }

    @Test
    void otherServerShouldHaveAnotherIdentity() {
        assertThat(connect(closing.closing(RedisServer.start())).identity())
                .isNotEqualTo(connect(closing.closing(RedisServer.start())).identity());
    }
}
