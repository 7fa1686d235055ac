package io.delayqueue.autoconfigure.redis;

import io.delayqueue.redis.RedisConnections;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.util.StringUtils;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPortMapper;
import redis.clients.jedis.JedisClientConfig;

/** Configures connections: timeouts, credentials, database, name, TLS. Values that are not set are Jedis' defaults. */
final class ClientConfigs {

    /** Well above the wait of a blocking command, so that only a dead connection exceeds it. */
    private static final int BLOCKING_SOCKET_TIMEOUT_MILLIS = 10_000;

    private final DataRedisConnectionDetails details;

    private final DataRedisProperties properties;

    private final Consumer<DefaultJedisClientConfig.Builder> customizer;

    ClientConfigs(
            DataRedisConnectionDetails details,
            DataRedisProperties properties,
            Consumer<DefaultJedisClientConfig.Builder> customizer) {
        this.details = details;
        this.properties = properties;
        this.customizer = customizer;
    }

    JedisClientConfig commands(int database) {
        DefaultJedisClientConfig.Builder builder =
                connection(details.getUsername(), details.getPassword()).database(database);
        customizer.accept(builder);
        JedisClientConfig config = builder.build();
        HostAndPortMapper mapper = config.getHostAndPortMapper();
        return DefaultJedisClientConfig.builder()
                .from(config)
                .hostAndPortMapper(
                        mapper == null
                                ? RedisConnections::inTime
                                : address -> RedisConnections.inTime(mapper.getHostAndPort(address)))
                .build();
    }

    JedisClientConfig blocking(JedisClientConfig commands) {
        return DefaultJedisClientConfig.builder()
                .from(commands)
                .blockingSocketTimeoutMillis(BLOCKING_SOCKET_TIMEOUT_MILLIS)
                .build();
    }

    JedisClientConfig sentinel(Sentinel sentinel) {
        return connection(sentinel.getUsername(), sentinel.getPassword())
                .hostAndPortMapper(RedisConnections::inTime)
                .build();
    }

    private DefaultJedisClientConfig.Builder connection(@Nullable String user, @Nullable String password) {
        DefaultJedisClientConfig.Builder builder = DefaultJedisClientConfig.builder();
        // A URL such as redis://:secret@host has an empty user, which Redis would refuse.
        if (StringUtils.hasLength(user)) {
            builder.user(user);
        }
        if (StringUtils.hasLength(password)) {
            builder.password(password);
        }
        if (StringUtils.hasText(properties.getClientName())) {
            builder.clientName(properties.getClientName());
        }
        millis(properties.getTimeout(), builder::socketTimeoutMillis);
        millis(properties.getConnectTimeout(), builder::connectionTimeoutMillis);
        Tls.apply(details, properties, builder);
        return builder;
    }

    private static void millis(@Nullable Duration duration, IntConsumer setting) {
        if (duration != null) {
            setting.accept(Math.toIntExact(duration.toMillis()));
        }
    }
}
