package io.delayqueue.autoconfigure.redis;

import io.delayqueue.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** Clients and users of a server. */
final class ServerSide {

    private ServerSide() {}

    /** Lines of {@code CLIENT LIST} for the connections of this name. */
    static List<String> connections(RedisServer server, String name) {
        CommandArguments list = new CommandArguments(Command.CLIENT).add("LIST");
        return new String((byte[]) server.client().executeCommand(list), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(" name=" + name + " "))
                .toList();
    }

    /** Adds a user with all rights. */
    static void addUser(HostAndPort server, String user, String password) {
        try (Jedis jedis = new Jedis(server)) {
            jedis.aclSetUser(user, "on", ">" + password, "allkeys", "allchannels", "allcommands");
        }
    }

    /** Rejects connections without a log-in. */
    static void denyStrangers(HostAndPort server) {
        try (Jedis jedis = new Jedis(server)) {
            jedis.aclSetUser("default", "off");
        }
    }
}
