package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.WakeUpsContract;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/** What instances tell each other through a server. */
class RedisWakeUpsIT extends WakeUpsContract {

    RedisWakeUpsIT() {
        super(PatientRedis.connect(RedisServer.shared()));
    }

    @Test
    void messagesOfAnotherDatabaseShouldNotBeHeard() {
        try (RedisClient client = RedisServer.shared()
                        .client(DefaultJedisClientConfig.builder().database(1));
                RedisBackend other = new RedisBackend(
                        new RedisConnections(client, client, "database 1", Duration.ofSeconds(2), 1))) {
            other.topics().pause(topic);
            assertThat(heard()).isEmpty();
            other.topics().resume(topic);
        }
    }
}
