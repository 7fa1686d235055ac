package io.delayqueue.autoconfigure.redis;

import io.delayqueue.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** What a server knows of its clients. */
final class ServerSide {

    private ServerSide() {}

    /** The lines of {@code CLIENT LIST} for the connections of this name. */
    static List<String> connections(RedisServer server, String name) {
        CommandArguments list = new CommandArguments(Command.CLIENT).add("LIST");
        return new String((byte[]) server.client().executeCommand(list), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(" name=" + name + " "))
                .toList();
    }

    /** Adds a user who may do everything. */
    static void addUser(HostAndPort server, String user, String password) {
        try (Jedis jedis = new Jedis(server)) {
            jedis.aclSetUser(user, "on", ">" + password, "allkeys", "allchannels", "allcommands");
        }
    }

    /** Lets nobody in who does not log in. */
    static void denyStrangers(HostAndPort server) {
        try (Jedis jedis = new Jedis(server)) {
            jedis.aclSetUser("default", "off");
        }
    }
}
