package io.delayqueue.redis;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.StoreFinding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClusterClient;

/** Checks each master for evictions and missing persistence, by one INFO and at most one CONFIG GET. */
final class RedisStoreChecks {

    private static final Logger log = Loggers.of(RedisStoreChecks.class);

    private final RedisCalls calls;

    private final int minReplicas;

    /** The findings of the last check that each server has answered. */
    private final Map<String, List<StoreFinding>> found = new LinkedHashMap<>();

    RedisStoreChecks(RedisCalls calls, int minReplicas) {
        this.calls = calls;
        this.minReplicas = minReplicas;
    }

    synchronized List<StoreFinding> check() {
        Map<String, @Nullable ConnectionPool> servers = reachable();
        found.keySet().retainAll(servers.keySet());
        TaskStoreUnavailableException failure = null;
        int failures = 0;
        for (Map.Entry<String, @Nullable ConnectionPool> server : servers.entrySet()) {
            try {
                found.put(server.getKey(), check(server.getKey(), server.getValue()));
            } catch (TaskStoreUnavailableException e) {
                failure = e;
                failures++;
            }
        }
        if (failure != null && failures == servers.size()) {
            throw failure;
        }
        return found.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the addresses of the servers, those of a cluster with their connections. */
    private Map<String, @Nullable ConnectionPool> reachable() {
        Map<String, @Nullable ConnectionPool> servers = new LinkedHashMap<>();
        if (calls.client instanceof RedisClusterClient cluster) {
            servers.putAll(cluster.getClusterNodes());
        } else {
            servers.put(calls.address, null);
        }
        return servers;
    }

    private <T> T run(@Nullable ConnectionPool server, CommandObject<T> command) {
        if (server == null) {
            return calls.client.executeCommand(command);
        }
        try (Connection connection = server.getResource()) {
            return connection.executeCommand(command);
        }
    }

    private List<StoreFinding> check(String address, @Nullable ConnectionPool server) {
        String reply = ask(address, "INFO", server, calls.commands.info());
        return reply == null
                ? List.of()
                : new RedisRisks(address, reply)
                        .find(() -> savePoints(address, server), minReplicas, calls.recordedSize());
    }

    /** Returns the setting {@code save}; null if it is not readable. */
    private @Nullable String savePoints(String address, @Nullable ConnectionPool server) {
        CommandArguments arguments =
                new CommandArguments(Protocol.Command.CONFIG).add("GET").add("save");
        Map<String, String> reply =
                ask(address, "CONFIG GET", server, new CommandObject<>(arguments, BuilderFactory.STRING_MAP));
        return reply == null ? null : reply.get("save");
    }

    private <T> @Nullable T ask(
            String address, String name, @Nullable ConnectionPool server, CommandObject<T> command) {
        try {
            return calls.repeat(name, () -> run(server, command));
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            log.debug("Redis at {} does not permit {}, so the risks that it shows are not known", address, name, e);
            return null;
        }
    }
}
