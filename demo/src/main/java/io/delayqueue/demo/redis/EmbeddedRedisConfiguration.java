package io.delayqueue.demo.redis;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Starts a Redis and provides its address. Its clients depend on these beans, so it stops after them. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "delayqueue.store", havingValue = "redis", matchIfMissing = true)
@Conditional(OnNoRedisConfigured.class)
class EmbeddedRedisConfiguration {

    @Bean
    EmbeddedRedis embeddedRedis() {
        return EmbeddedRedis.start();
    }

    @Bean
    DataRedisConnectionDetails embeddedRedisConnectionDetails(EmbeddedRedis redis) {
        DataRedisConnectionDetails.Standalone standalone =
                DataRedisConnectionDetails.Standalone.of(EmbeddedRedis.HOST, redis.port());
        return new DataRedisConnectionDetails() {
            @Override
            public DataRedisConnectionDetails.Standalone getStandalone() {
                return standalone;
            }
        };
    }
}
