package io.delayqueue.redis;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.executors.CommandExecutor;

/** Loses replies: the server has done what it was asked to, and the caller learns that the connection broke. */
final class LostReplies implements CommandExecutor {

    private final UnifiedJedis client;

    private @Nullable Runnable meanwhile;

    private @Nullable Script only;

    LostReplies(UnifiedJedis client) {
        this.client = client;
    }

    /** A client that sends by the other one, and whose replies can be lost. */
    UnifiedJedis client() {
        return clientBy(this, client);
    }

    /** A client of the kind of another one, of a server or a cluster, whose commands are sent by an executor. */
    static UnifiedJedis clientBy(CommandExecutor executor, UnifiedJedis client) {
        return client instanceof RedisClusterClient cluster
                ? RedisClusterClient.builder()
                        .nodes(cluster.getClusterNodes().keySet().stream()
                                .map(HostAndPort::from)
                                .collect(Collectors.toSet()))
                        .commandExecutor(executor)
                        .build()
                : RedisClient.builder().commandExecutor(executor).build();
    }

    /**
     * The next reply is lost.
     *
     * @param before what happens before the call is sent again
     */
    void loseNext(Runnable before) {
        meanwhile = before;
    }

    /** No reply is lost any more; returns whether one was still to be lost. */
    boolean loseNone() {
        boolean waits = meanwhile != null;
        meanwhile = null;
        return waits;
    }

    /** The next reply of a script is lost, not those of the calls before. */
    void loseNextOf(Script script) {
        only = script;
        meanwhile = () -> only = null;
    }

    private boolean isLost(CommandObject<?> command) {
        if (only == null) {
            return true;
        }
        ScriptFile file = only.file();
        for (Rawable argument : command.getArguments()) {
            if (Arrays.equals(argument.getRaw(), file.sha) || Arrays.equals(argument.getRaw(), file.source)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public <T> T executeCommand(CommandObject<T> command) {
        T reply = client.executeCommand(command);
        Runnable between = meanwhile;
        if (between != null && isLost(command)) {
            meanwhile = null;
            between.run();
            throw new JedisConnectionException("The reply was lost, as the test wants it");
        }
        return reply;
    }

    @Override
    public void close() {
        // The client is its owner's to close.
    }
}
