package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.RegistryStoreContract;
import io.delayqueue.testing.RedisServer;
import org.junit.jupiter.api.Test;

/** The register on a server. */
class RedisRegistryStoreIT extends RegistryStoreContract {

    RedisRegistryStoreIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }

    @Test
    void topicThatAnotherProgramHasNamedTwiceShouldBeUnregisteredOnce() {
        RedisServer.shared().client().hset("MONITOR:SUMMARY", group, "t,u,t");
        assertThat(backend.registry().unregister(group, "t")).isTrue();
        assertThat(backend.registry().unregister(group, "t")).isFalse();
        assertThat(backend.registry().topics(group)).containsExactly("u");
    }
}
