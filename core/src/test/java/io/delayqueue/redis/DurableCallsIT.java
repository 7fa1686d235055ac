package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Change;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TestTasks;
import io.delayqueue.testing.RedisServer;
import io.delayqueue.testing.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** Adds that a replica has to confirm. Between it and its master is a network that can fall silent. */
class DurableCallsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Durability PATIENT = new Durability(1, Duration.ofSeconds(30));

    private static final Durability HASTY = new Durability(1, Duration.ofMillis(300));

    private static RedisServer master;

    private static TcpProxy network;

    private static RedisServer replica;

    private final List<RedisClient> clients = new ArrayList<>();

    private final String group = "g" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        master = RedisServer.start();
        network = TcpProxy.to(master);
        replica = RedisServer.builder()
                .config("replicaof " + network.host() + " " + network.port())
                .start();
        await().until(() -> replica.client().info("replication").contains("master_link_status:up"));
        // Offsets that are not zero, so that a connection that has written nothing is a thing of its own.
        master.client().set("some", "thing");
        assertThat(master.client().waitReplicas("some", 1, 30_000)).isEqualTo(1);
    }

    @AfterEach
    void heal() {
        network.blackHole(false);
        clients.forEach(RedisClient::close);
    }

    @AfterAll
    static void stop() {
        replica.close();
        network.close();
        master.close();
    }

    private RedisClient client(HostAndPort server, int timeoutMillis) {
        RedisClient client = RedisClient.builder()
                .hostAndPort(server)
                .clientConfig(DefaultJedisClientConfig.builder()
                        .timeoutMillis(timeoutMillis)
                        .build())
                .build();
        clients.add(client);
        return client;
    }

    /** A store with connections of its own, which have written nothing yet. */
    private RedisTaskStore store(Durability durability) {
        RedisClient client = client(master.hostAndPort(), 2_000);
        return new RedisTaskStore(RedisUnderTest.calls(client, "the master", PATIENCE), durability);
    }

    private static void administer(Consumer<Jedis> what) {
        try (Jedis jedis = new Jedis(master.hostAndPort())) {
            what.accept(jedis);
        }
    }

    private static NewTask task(String id) {
        return TestTasks.task("t", id, 3_600_000, true, ("\"t\",\"" + id + "\"]").getBytes(UTF_8));
    }

    private AddStatus.Kind add(RedisTaskStore store, String id) {
        return store.add(group, List.of(task(id))).get(0).kind();
    }

    private void assertNotReplicated(RedisTaskStore store, String id) {
        assertThatExceptionOfType(TaskNotReplicatedException.class)
                .isThrownBy(() -> add(store, id))
                .withMessageContaining(
                        "are in Redis at the master and may be delivered, but 0 of 1 replicas confirmed them within 300 ms")
                .withNoCause()
                .satisfies(failure -> {
                    assertThat(failure.confirmed()).isZero();
                    assertThat(failure.required()).isEqualTo(1);
                });
        assertThat(store.find(group, List.of(id)).get(0)).isNotNull();
    }

    private boolean onReplica(String id) {
        return replica.client().hexists("{" + group + "}:DETAIL", id);
    }

    @Test
    void aFollowingReplicaConfirms() {
        RedisTaskStore store = store(PATIENT);
        for (int i = 0; i < 50; i++) {
            assertThat(add(store, "a" + i)).isEqualTo(AddStatus.Kind.ADDED);
            assertThat(onReplica("a" + i)).isTrue();
        }
        new GroupAudit(master.client(), group).check();
    }

    @Test
    void aSilentReplicaDoesNotConfirmAndTheTaskIsThere() {
        network.blackHole(true);
        assertNotReplicated(store(HASTY), "a");
        assertThat(onReplica("a")).isFalse();
    }

    /**
     * The second add writes no task, on a connection that has written nothing. There are servers whose WAIT looks at writes
     * only, so it must write something.
     */
    @Test
    void aRepeatedAddIsNotConfirmedByAReplicaThatHasNothing() {
        String mark = "{" + group + "}:MARK";
        network.blackHole(true);
        assertNotReplicated(store(HASTY), "a");
        assertThat(master.client().del(mark)).isEqualTo(1);
        assertNotReplicated(store(HASTY), "a");
        assertThat(master.client().pttl(mark)).isBetween(1L, 10_000L);
        network.blackHole(false);
        assertThat(add(store(PATIENT), "a")).isEqualTo(AddStatus.Kind.REPEATED);
        assertThat(onReplica("a")).isTrue();
    }

    /** The second call skips the change and writes nothing. A row of a database would be deleted if this call returned. */
    @Test
    void aChangeThatWasMadeBeforeIsNotConfirmedByAReplicaThatHasNothing() {
        Change once = new Change.Add("1", task("a"));
        network.blackHole(true);
        assertNotReplicated(once);
        assertNotReplicated(once);
        network.blackHole(false);
        assertThat(apply(store(PATIENT), once)).isEqualTo(Change.Result.REPEATED);
        assertThat(onReplica("a")).isTrue();
        assertThat(replica.client().zscore("{" + group + "}:APPLIED", "1")).isNotNull();
    }

    private void assertNotReplicated(Change once) {
        assertThatExceptionOfType(TaskNotReplicatedException.class)
                .isThrownBy(() -> apply(store(HASTY), once))
                .satisfies(failure -> assertThat(failure.confirmed()).isZero());
    }

    private Change.Result apply(RedisTaskStore store, Change once) {
        return store.apply(group, List.of(once), 4_000_000_000_000L).results().get(0);
    }

    @Test
    void anAddWhoseReplyWasLostIsNotConfirmedByAReplicaThatHasNothing() {
        String digest = ScriptDigests.load(master.client(), "add");
        try (TcpProxy losing = TcpProxy.to(master)) {
            RedisClient client = client(losing.hostAndPort(), 2_000);
            RedisTaskStore store = new RedisTaskStore(RedisUnderTest.calls(client, "the master", PATIENCE), HASTY);
            losing.dropReplyTo(digest);
            network.blackHole(true);
            assertNotReplicated(store, "a");
        }
    }

    @Test
    void replicasThatAreNotThereDoNotConfirm() {
        RedisTaskStore store = store(new Durability(2, Duration.ofMillis(300)));
        // The replica that is there may be late.
        await().untilAsserted(() -> assertThatExceptionOfType(TaskNotReplicatedException.class)
                .isThrownBy(() -> add(store, UUID.randomUUID().toString()))
                .withMessageContaining("1 of 2 replicas")
                .satisfies(failure -> assertThat(failure.confirmed()).isEqualTo(1)));
    }

    @Test
    void theWaitMayBeLongerThanTheConnectionsTimeout() {
        RedisClient client = client(master.hostAndPort(), 600);
        RedisCalls calls = RedisUnderTest.calls(client, "the master", Duration.ofMillis(600));
        RedisTaskStore store = new RedisTaskStore(calls, new Durability(1, Duration.ofMillis(1_500)));
        network.blackHole(true);
        assertThatExceptionOfType(TaskNotReplicatedException.class)
                .isThrownBy(() -> add(store, "a"))
                .withMessageContaining("within 1500 ms")
                .withNoCause();
    }

    @Test
    void aScriptThatTheServerHasForgottenIsSentWhole() {
        RedisTaskStore store = store(PATIENT);
        master.client().scriptFlush();
        assertThat(add(store, "a")).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(onReplica("a")).isTrue();
    }

    @Test
    void tasksOfOneCallShareOneWait() {
        RedisTaskStore store = store(PATIENT);
        administer(Jedis::configResetStat);
        List<NewTask> tasks =
                IntStream.range(0, 100).mapToObj(i -> task("a" + i)).toList();
        assertThat(store.add(group, tasks)).hasSize(100);
        assertThat(master.client().info("commandstats")).contains("cmdstat_wait:calls=1,");
    }

    @Test
    void withoutReplicasToAskNobodyWaits() {
        administer(Jedis::configResetStat);
        network.blackHole(true);
        assertThat(add(store(Durability.MASTER_ONLY), "a")).isEqualTo(AddStatus.Kind.ADDED);
        assertThat(master.client().info("commandstats")).doesNotContain("cmdstat_wait:");
        assertThat(master.client().exists("{" + group + "}:MARK")).isFalse();
    }

    @Test
    void userWithoutTheRightToWaitShouldGetAReason() {
        administer(jedis -> jedis.aclSetUser("poor", "on", ">p", "~*", "+@all", "-wait"));
        RedisClient poor =
                master.client(DefaultJedisClientConfig.builder().user("poor").password("p"));
        clients.add(poor);
        RedisTaskStore store = new RedisTaskStore(RedisUnderTest.calls(poor, "the master", PATIENCE), PATIENT);
        assertThatExceptionOfType(TaskNotReplicatedException.class)
                .isThrownBy(() -> add(store, "a"))
                .withMessageContaining("0 of 1 replicas")
                .withMessageContaining("NOPERM");
        assertThat(store.find(group, List.of("a")).get(0)).isNotNull();
    }

    @Test
    void aMasterThatIsGoneDoesNotTakeTheTask() {
        HostAndPort nobody;
        try (TcpProxy closed = TcpProxy.to(master)) {
            nobody = closed.hostAndPort();
        }
        RedisCalls calls = RedisUnderTest.calls(client(nobody, 2_000), "nobody", Duration.ZERO);
        assertThatExceptionOfType(TaskStoreUnavailableException.class)
                .isThrownBy(() -> add(new RedisTaskStore(calls, HASTY), "a"))
                .isNotInstanceOf(TaskNotReplicatedException.class)
                .withMessageStartingWith("Redis at nobody did not answer within 0 ms: ");
    }

    @Test
    void aClientWithoutSingleConnectionsIsRefused() {
        PooledConnectionProvider provider = new PooledConnectionProvider(master.hostAndPort());
        try (UnifiedJedis client = new UnifiedJedis(provider, RedisProtocol.RESP2) {}) {
            RedisCalls calls = RedisUnderTest.calls(client, "the master", PATIENCE);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new RedisTaskStore(calls, HASTY))
                    .withMessageContaining("but the client is a io.delayqueue");
            assertThat(add(new RedisTaskStore(calls, Durability.MASTER_ONLY), "a"))
                    .isEqualTo(AddStatus.Kind.ADDED);
        }
    }
}
