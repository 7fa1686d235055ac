package com.example.migrating;

import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.migrate.Migration;
import io.delayqueue.migrate.RedissonQueue;
import io.netty.buffer.Unpooled;
import org.redisson.client.codec.Codec;
import org.redisson.client.handler.State;
import org.redisson.codec.Kryo5Codec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/** Moves the tasks of Redisson's queue "orders". */
@Configuration(proxyBeanMethods = false)
public class MoveTasks {

    @Bean
    @ConditionalOnProperty("migrate")
    ApplicationRunner migrate(
            DelayQueueEngine engine,
            @Value("${migrate}") String verb,
            @Value("${old-redis.host}") String host,
            @Value("${old-redis.port}") int port) {
        Codec codec = new Kryo5Codec(); // the old application's
        RedisClient old = RedisClient.builder()
                .hostAndPort(new HostAndPort(host, port))
                .clientConfig(
                        DefaultJedisClientConfig.builder().timeoutMillis(60_000).build())
                .build();
        Migration migration = Migration.from(RedissonQueue.of(old, "orders"))
                .to(engine, "orders", "cancel-unpaid")
                .payload(bytes -> codec.getValueDecoder().decode(Unpooled.wrappedBuffer(bytes), new State()))
                .id(payload -> "cancel-" + ((CancelOrder) payload).number())
                .build();
        return arguments -> System.out.println(verb.equals("plan") ? migration.plan() : migration.move());
    }
}
