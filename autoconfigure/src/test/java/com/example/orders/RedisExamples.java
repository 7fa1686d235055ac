package com.example.orders;

import io.delayqueue.autoconfigure.redis.DelayQueueJedisCustomizer;
import org.springframework.context.annotation.Bean;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.HostAndPortMapper;
import redis.clients.jedis.RedisCredentialsProvider;

/** Code of docs/redis-setup.md that is compiled, and does not run. */
class RedisExamples {

    interface Tokens {
        String current();
    }

    @Bean
    RedisCredentialsProvider redisCredentials(Tokens tokens) {
        return () -> new DefaultRedisCredentials("queue", tokens.current());
    }

    @Bean
    DelayQueueJedisCustomizer billingCredentials(Tokens tokens) {
        return (queue, jedis) -> {
            if (queue.equals("billing")) {
                jedis.credentialsProvider(() -> new DefaultRedisCredentials("billing", tokens.current()));
            }
        };
    }

    @Bean
    HostAndPortMapper redisAddresses() {
        return announced ->
                announced.getHost().startsWith("172.") ? new HostAndPort("localhost", announced.getPort()) : announced;
    }
}
