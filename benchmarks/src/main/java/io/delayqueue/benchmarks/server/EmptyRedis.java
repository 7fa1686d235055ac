package io.delayqueue.benchmarks.server;

import java.util.stream.Collectors;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

/** Checks that a server is empty before its data are deleted. */
final class EmptyRedis {

    private EmptyRedis() {}

    /**
     * Checks all databases.
     *
     * @throws IllegalArgumentException if no Redis answers at the address, or there are keys in any database
     */
    static void require(Address address) {
        String keyspace = keyspace(address);
        if (keyspace.contains("keys=")) {
            String found = keyspace.lines().skip(1).collect(Collectors.joining("; "));
            throw new IllegalArgumentException("The Redis at " + address + " is not empty (" + found
                    + "); the benchmarks delete everything in it, so give them one of their own");
        }
    }

    private static String keyspace(Address address) {
        try (RedisClient client = RedisClient.create(address.host(), address.port())) {
            return client.info("keyspace");
        } catch (JedisException e) {
            throw new IllegalArgumentException("No Redis can be used at " + address + ": " + e.getMessage(), e);
        }
    }
}
