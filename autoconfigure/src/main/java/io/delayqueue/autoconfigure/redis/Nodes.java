package io.delayqueue.autoconfigure.redis;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import redis.clients.jedis.HostAndPort;

/** Formats lists of servers, for Jedis and for messages. */
final class Nodes {

    private Nodes() {}

    static Set<HostAndPort> of(List<Node> nodes) {
        return nodes.stream()
                .map(node -> new HostAndPort(node.host(), node.port()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    static String describe(Collection<HostAndPort> servers) {
        return servers.stream().map(Nodes::describe).collect(Collectors.joining(","));
    }

    static String describe(HostAndPort server) {
        String host = server.getHost();
        boolean bareIpv6 = host.indexOf(':') >= 0 && !host.startsWith("[");
        return (bareIpv6 ? "[" + host + "]" : host) + ":" + server.getPort();
    }
}
