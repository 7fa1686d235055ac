package com.example.groups;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.embedded.RedisServer;

/** A cluster of three nodes without replicas. */
final class Cluster implements AutoCloseable {

    private static final int NODES = 3;

    private static final int SLOTS = 16_384;

    private static final String HOST = "127.0.0.1";

    /** The port of a node, and that of its messages to the others. */
    private record Node(RedisServer server, int port, int busPort) {

        <T> T call(Function<Jedis, T> call) {
            try (Jedis jedis = new Jedis(HOST, port)) {
                return call.apply(jedis);
            }
        }
    }

    private final List<Node> nodes = new ArrayList<>();

    /** Starts the nodes, whose files are in the folder, and gives each a third of the slots. */
    Cluster(Path folder) throws IOException {
        for (int i = 0; i < NODES; i++) {
            nodes.add(start(folder, i));
        }
        for (int i = 0; i < NODES; i++) {
            Node node = nodes.get(i);
            int first = i * SLOTS / NODES;
            int last = (i + 1) * SLOTS / NODES - 1;
            node.call(jedis -> jedis.clusterAddSlotsRange(first, last));
            nodes.get(0)
                    .call(jedis -> jedis.sendCommand(
                            Protocol.Command.CLUSTER, "MEET", HOST, "" + node.port(), "" + node.busPort()));
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> nodes.stream()
                .allMatch(node -> node.call(Jedis::clusterInfo).contains("cluster_state:ok")));
    }

    private static Node start(Path folder, int number) throws IOException {
        int port = freePort();
        int busPort = freePort();
        RedisServer server = RedisServer.builder()
                .port(port)
                .bind(HOST)
                .setting("save \"\"")
                .setting("dir " + folder)
                .setting("cluster-enabled yes")
                .setting("cluster-config-file nodes-" + number + ".conf")
                .setting("cluster-port " + busPort)
                .build();
        server.start();
        return new Node(server, port, busPort);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        }
    }

    /** {@return the value of spring.data.redis.cluster.nodes} */
    String addresses() {
        return String.join(
                ",", nodes.stream().map(node -> HOST + ":" + node.port()).toList());
    }

    /** {@return the keys of each node that match a pattern} */
    List<Set<String>> keys(String pattern) {
        return nodes.stream()
                .map(node -> node.call(jedis -> jedis.keys(pattern)))
                .toList();
    }

    @Override
    public void close() throws IOException {
        for (Node node : nodes) {
            node.server().stop();
        }
    }
}
