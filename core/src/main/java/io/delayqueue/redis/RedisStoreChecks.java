package io.delayqueue.redis;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.store.StoreChecks;
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
final class RedisStoreChecks implements StoreChecks {

    private static final Logger log = Loggers.of(RedisStoreChecks.class);

    private final RedisCalls calls;

    private final int minReplicas;

    /** The findings of the last check that each server has answered. */
    private final Map<String, List<StoreFinding>> found = new LinkedHashMap<>();

    /** Runs a command on one server. */
    private interface Commands {
        <T> T run(CommandObject<T> command);
    }

    RedisStoreChecks(RedisCalls calls, int minReplicas) {
        this.calls = calls;
        this.minReplicas = minReplicas;
    }

    @Override
    public synchronized List<StoreFinding> check() {
        Map<String, Commands> servers = reachable();
        found.keySet().retainAll(servers.keySet());
        TaskStoreUnavailableException failure = null;
        int failures = 0;
        for (Map.Entry<String, Commands> server : servers.entrySet()) {
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

    private Map<String, Commands> reachable() {
        Map<String, Commands> all = new LinkedHashMap<>();
        if (calls.client() instanceof RedisClusterClient cluster) {
            cluster.getClusterNodes().forEach((node, pool) -> all.put(node, on(pool)));
        } else {
            all.put(calls.address(), new Commands() {
                @Override
                public <T> T run(CommandObject<T> command) {
                    return calls.client().executeCommand(command);
                }
            });
        }
        return all;
    }

    private static Commands on(ConnectionPool pool) {
        return new Commands() {
            @Override
            public <T> T run(CommandObject<T> command) {
                try (Connection connection = pool.getResource()) {
                    return connection.executeCommand(command);
                }
            }
        };
    }

    private List<StoreFinding> check(String address, Commands commands) {
        String reply = ask(address, "INFO", commands, calls.commands().info());
        if (reply == null) {
            return List.of();
        }
        RedisInfo info = new RedisInfo(reply);
        if (info.isReplica()) {
            return List.of();
        }
        RedisRisks risks = new RedisRisks(address, info);
        risks.evictions();
        if (info.isWithoutAppendOnlyFile()) {
            risks.snapshots(savePoints(address, commands));
        }
        risks.replicas(minReplicas);
        return risks.found();
    }

    /** Returns the setting {@code save}; null if it is not readable. */
    private @Nullable String savePoints(String address, Commands commands) {
        CommandArguments arguments =
                new CommandArguments(Protocol.Command.CONFIG).add("GET").add("save");
        Map<String, String> reply =
                ask(address, "CONFIG GET", commands, new CommandObject<>(arguments, BuilderFactory.STRING_MAP));
        return reply == null ? null : reply.get("save");
    }

    private <T> @Nullable T ask(String address, String name, Commands commands, CommandObject<T> command) {
        try {
            return calls.repeat(name, () -> commands.run(command));
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            log.debug("Redis at {} does not permit {}, so the risks that it shows are not known", address, name, e);
            return null;
        }
    }
}
