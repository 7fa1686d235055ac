package io.delayqueue.redis;

import static io.delayqueue.limit.KeyOrder.OnRetry.BLOCK_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.KeysContract;
import io.delayqueue.store.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.UnifiedJedis;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisKeysIT extends KeysContract {

    private final UnifiedJedis client;

    RedisKeysIT(Topology topology) {
        super(topology);
        client = topology.client();
    }

    @Test
    void lostRuleShouldKeepNoTaskWaiting() {
        order(1, BLOCK_KEY);
        ready(keyed("last", "k", 9));
        assertThat(lease()).containsExactly("last");
        end(delivery -> new Outcome.Dead(delivery, ERROR), "last");
        ready("a", "b");
        client.hdel("{" + group + "}:RULES", "t");
        deadLetters().requeue(group, List.of("last"));
        assertThat(lease(5)).containsExactly("a", "last");
        finish("last");
        order(1, BLOCK_KEY);
        finish("a");
        assertThat(lease(5)).containsExactly("b");
    }
}
