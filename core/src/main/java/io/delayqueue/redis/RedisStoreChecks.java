package io.delayqueue.redis;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.store.StoreChecks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private final Map<String, Server> servers = new HashMap<>();

    /** Runs a command on one server. */
    private interface Commands {
        <T> T run(CommandObject<T> command);
    }

    /** State of a server between checks. */
    private static final class Server {

        private @Nullable RedisInfo before;

        private List<StoreFinding> found = List.of();

        /** Denied commands. Tried only once, because each denial leaves an entry in the ACL log. */
        private final Set<String> refused = new HashSet<>();
    }

    RedisStoreChecks(RedisCalls calls, int minReplicas) {
        this.calls = calls;
        this.minReplicas = minReplicas;
    }

    @Override
    public synchronized List<StoreFinding> check() {
        Map<String, Commands> now = reachable();
        servers.keySet().retainAll(now.keySet());
        List<StoreFinding> findings = new ArrayList<>();
        TaskStoreUnavailableException failure = null;
        int answered = 0;
        for (Map.Entry<String, Commands> each : now.entrySet()) {
            Server server = servers.computeIfAbsent(each.getKey(), added -> new Server());
            try {
                server.found = check(each.getKey(), server, each.getValue());
                answered++;
            } catch (TaskStoreUnavailableException e) {
                failure = e;
                // Evictions are reported once only.
                server.found = server.found.stream()
                        .filter(finding -> finding.kind() != StoreFinding.Kind.EVICTIONS)
                        .toList();
            }
            findings.addAll(server.found);
        }
        if (answered == 0 && failure != null) {
            throw failure;
        }
        return findings;
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

    private List<StoreFinding> check(String address, Server server, Commands commands) {
        String reply = ask(address, server, "INFO", commands, calls.commands().info());
        if (reply == null) {
            return List.of();
        }
        RedisInfo info = new RedisInfo(reply);
        if (info.isReplica()) {
            return List.of();
        }
        RedisRisks risks = new RedisRisks(address, info);
        risks.evictionPolicy();
        risks.evictions(server.before);
        if (info.isWithoutAppendOnlyFile()) {
            risks.snapshots(savePoints(address, server, commands));
        }
        risks.replicas(minReplicas);
        server.before = info;
        return risks.found();
    }

    /** Returns the setting {@code save}; null if it is not readable. */
    private @Nullable String savePoints(String address, Server server, Commands commands) {
        CommandArguments arguments =
                new CommandArguments(Protocol.Command.CONFIG).add("GET").add("save");
        Map<String, String> reply =
                ask(address, server, "CONFIG GET", commands, new CommandObject<>(arguments, BuilderFactory.STRING_MAP));
        return reply == null ? null : reply.get("save");
    }

    private <T> @Nullable T ask(
            String address, Server server, String name, Commands commands, CommandObject<T> command) {
        if (server.refused.contains(name)) {
            return null;
        }
        try {
            return calls.repeat(name, () -> commands.run(command));
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            server.refused.add(name);
            log.debug("Redis at {} does not permit {}, so the risks that it shows are not known", address, name, e);
            return null;
        }
    }
}
