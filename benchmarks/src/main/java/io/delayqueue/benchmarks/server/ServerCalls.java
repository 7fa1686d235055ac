package io.delayqueue.benchmarks.server;

import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import redis.clients.jedis.RedisClient;

/**
 * Counts calls of clients by {@code INFO commandstats}. These include commands of scripts, so only commands are counted that no
 * contender's script uses.
 */
final class ServerCalls {

    /** Commands of clients, except INFO, which reads the counts. A test compares them with the server's MONITOR. */
    static final Set<String> OF_CLIENTS = Set.of(
            "evalsha",
            "eval",
            "blpop",
            "lpush",
            "lpop",
            "wait",
            "subscribe",
            "unsubscribe",
            "ping",
            "hgetall",
            "config|get",
            "script|load",
            "client|id",
            "client|unblock");

    private static final Pattern CALLS = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");

    private ServerCalls() {}

    static long count(RedisClient client) {
        long calls = 0;
        for (MatchResult command :
                CALLS.matcher(client.info("commandstats")).results().toList()) {
            if (OF_CLIENTS.contains(command.group(1))) {
                calls += Long.parseLong(command.group(2));
            }
        }
        return calls;
    }
}
