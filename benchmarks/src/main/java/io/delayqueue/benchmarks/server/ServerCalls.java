package io.delayqueue.benchmarks.server;

import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import redis.clients.jedis.RedisClient;

/**
 * Counts calls of clients by {@code INFO commandstats}. Redis counts there what scripts do, too; so only those commands are
 * counted that no contender's script uses.
 */
final class ServerCalls {

    /** What clients send, but for INFO, with which the counts are read. A test compares this with the server's MONITOR. */
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
