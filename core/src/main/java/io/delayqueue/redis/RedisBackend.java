package io.delayqueue.redis;

import static java.util.Objects.requireNonNull;

import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.redis.Keys.Space;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import io.delayqueue.store.WakeUps;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** Store on Redis 6.2 or later: standalone, sentinel or cluster. */
public final class RedisBackend implements Backend {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final int MAX_PORT = 65_535;

    /** Above the maximum wait, so that only a silently broken connection exceeds it. */
    private static final int SILENCE_MILLIS = 10_000;

    private final RedisConnections connections;

    private final Durability durability;

    private final Space keyspace;

    private final RedisCalls calls;

    private final RedisCalls waits;

    private final TaskStore tasks;

    private final RedisStoreChecks checks;

    private final RedisNodes nodes;

    /**
     * Creates a store without confirmation of adds by replicas. Nothing is sent yet.
     *
     * @param connections the connections; closed with this store
     */
    public RedisBackend(RedisConnections connections) {
        this(connections, Durability.MASTER_ONLY);
    }

    /**
     * Creates the store. Nothing is sent yet.
     *
     * @param connections the connections; closed with this store
     * @param durability the confirmation of adds by replicas
     * @throws IllegalArgumentException if replicas must confirm and the client that runs commands is none of Jedis'
     *     {@code RedisClient}, {@code RedisSentinelClient} and {@code RedisClusterClient}
     */
    public RedisBackend(RedisConnections connections, Durability durability) {
        this(connections, durability, null);
    }

    private RedisBackend(RedisConnections connections, Durability durability, @Nullable String namespace) {
        this.connections = requireNonNull(connections, "connections must not be null");
        this.durability = requireNonNull(durability, "durability must not be null");
        this.keyspace = new Space(connections.database(), namespace);
        this.calls = calls(connections.commands());
        this.waits = calls(connections.blocking());
        this.tasks = new RedisTaskStore(calls, durability);
        this.nodes = new RedisNodes(calls);
        this.checks = new RedisStoreChecks(calls, durability.minReplicas());
    }

    private RedisCalls calls(UnifiedJedis client) {
        return new RedisCalls(client, connections.address(), connections.timeout(), System::nanoTime, keyspace);
    }

    /**
     * Creates a store on database 0 of one server, with time-outs of two seconds. For a cluster, sentinels, TLS or a user,
     * build the clients and pass them as {@link RedisConnections}.
     *
     * @param host the server's name or address
     * @param port the server's port
     * @return the store; nothing is sent yet
     * @throws IllegalArgumentException if there is no such port
     */
    public static RedisBackend connect(String host, int port) {
        return connect(host, port, TIMEOUT);
    }

    static RedisBackend connect(String host, int port, Duration timeout) {
        requireNonNull(host, "host must not be null");
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be from 1 to " + MAX_PORT + ", but is " + port);
        }
        int millis = (int) timeout.toMillis();
        DefaultJedisClientConfig.Builder config =
                DefaultJedisClientConfig.builder().timeoutMillis(millis).hostAndPortMapper(RedisConnections::inTime);
        ConnectionPoolConfig unbounded = new ConnectionPoolConfig();
        unbounded.setMaxTotal(-1);
        HostAndPort server = new HostAndPort(host, port);
        UnifiedJedis commands = client(server, config.build(), unbounded);
        UnifiedJedis blocking = client(
                server, config.blockingSocketTimeoutMillis(SILENCE_MILLIS).build(), unbounded);
        return new RedisBackend(new RedisConnections(commands, blocking, server.toString(), timeout));
    }

    private static UnifiedJedis client(HostAndPort server, DefaultJedisClientConfig config, ConnectionPoolConfig pool) {
        return RedisClient.builder()
                .hostAndPort(server)
                .clientConfig(config)
                .poolConfig(pool)
                .build();
    }

    @Override
    public TaskStore tasks() {
        return tasks;
    }

    @Override
    public TopicStore topics() {
        return new RedisTopicStore(calls);
    }

    @Override
    public DeadLetterStore deadLetters() {
        return new RedisDeadLetterStore(calls);
    }

    @Override
    public LimitStore limits() {
        return new RedisLimitStore(calls, topics());
    }

    @Override
    public HistoryStore history() {
        return new RedisHistoryStore(calls);
    }

    @Override
    public AuditStore audit() {
        return new RedisAuditStore(calls);
    }

    @Override
    public RegistryStore registry() {
        return new RedisRegistryStore(calls);
    }

    @Override
    public String identity() {
        return new RedisRegistryStore(calls).identity() + "/" + connections.database();
    }

    @Override
    public InstanceStore instances() {
        return new RedisInstanceStore(calls);
    }

    @Override
    public Signals signals() {
        return new RedisSignals(waits, calls);
    }

    @Override
    public WakeUps wakeUps() {
        return listener -> new WakeUpSubscription(waits, calls, listener);
    }

    @Override
    public List<StoreFinding> check() {
        return checks.check();
    }

    @Override
    public String node(String group) {
        return nodes.of(requireNonNull(group, "group must not be null"));
    }

    @Override
    public void findNodes() {
        nodes.find();
    }

    @Override
    public int maxCalls() {
        return nodes.maxCalls();
    }

    @Override
    public boolean addsWaitForReplicas() {
        return durability.minReplicas() > 0;
    }

    @Override
    public Duration callTimeout() {
        Duration timeout = connections.timeout();
        return timeout.isZero() || !addsWaitForReplicas() ? timeout : timeout.plus(durability.timeout());
    }

    /**
     * Returns a store on the same connections whose keys and channels are in a namespace.
     *
     * @param namespace the namespace
     * @return the store in the namespace; closing either store closes the connections of both
     * @throws io.delayqueue.InvalidSettingException if it breaks the rule
     */
    @Override
    public RedisBackend inNamespace(String namespace) {
        requireNonNull(namespace, "namespace must not be null");
        return new RedisBackend(connections, durability, namespace);
    }

    /**
     * Checks the name of a namespace.
     *
     * @param namespace the name: a letter followed by letters, digits, {@code -}, {@code _} and {@code .}, 128 characters at most,
     *     and not {@code MONITOR}
     * @throws io.delayqueue.InvalidSettingException if it breaks the rule
     */
    public static void requireNamespace(String namespace) {
        Space.requireNamespace(requireNonNull(namespace, "namespace must not be null"));
    }

    @Override
    public @Nullable String namespace() {
        return keyspace.namespace();
    }

    @Override
    public String address() {
        return connections.address();
    }

    @Override
    public void close() {
        connections.close();
    }
}
