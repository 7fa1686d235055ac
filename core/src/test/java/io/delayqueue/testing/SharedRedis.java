package io.delayqueue.testing;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** The server behind {@link RedisServer#shared()}. */
final class SharedRedis {

    static final RedisServer SERVER = at(System.getProperty("delayqueue.test.redis"));

    private SharedRedis() {}

    /** The server at the address, or one that is started now and ends after this JVM if there is no address. */
    static RedisServer at(@Nullable String address) {
        HostAndPort hostAndPort =
                address == null || address.isBlank() ? RedisServer.start().hostAndPort() : HostAndPort.from(address);
        return new RedisServer(hostAndPort, null, null);
    }
}
