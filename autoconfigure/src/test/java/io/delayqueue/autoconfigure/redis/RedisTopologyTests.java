package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import redis.clients.jedis.HostAndPort;

class RedisTopologyTests {

    private static final String CLUSTER = "spring.data.redis.cluster.nodes=one:7000,two:7001";

    private static final String MASTER = "spring.data.redis.sentinel.master=orders";

    private static final String SENTINELS = "spring.data.redis.sentinel.nodes=one:26379,two:26380";

    @Test
    void ofWhenNothingIsSetShouldBeTheLocalServer() {
        RedisTopology topology = BootRedis.of().topology();
        assertThat(topology).isEqualTo(new StandaloneTopology(new HostAndPort("localhost", 6379), 0));
        assertThat(topology.address()).isEqualTo("localhost:6379");
    }

    @Test
    void ofWhenUrlIsSetShouldBeItsServer() {
        RedisTopology topology = BootRedis.of("spring.data.redis.url=redis://alice:secret@redis.example:6390/4")
                .topology();
        assertThat(topology).isEqualTo(new StandaloneTopology(new HostAndPort("redis.example", 6390), 4));
        assertThat(topology.address()).isEqualTo("redis.example:6390");
    }

    @Test
    void ofWhenUrlHasNoPortShouldHaveTheUsualOne() {
        assertThat(BootRedis.of("spring.data.redis.url=redis://redis.example")
                        .topology()
                        .address())
                .isEqualTo("redis.example:6379");
    }

    @Test
    void ofWhenHostIsIpv6ShouldHaveAnAddressWithBrackets() {
        assertThat(BootRedis.of("spring.data.redis.host=::1").topology().address())
                .isEqualTo("[::1]:6379");
        assertThat(BootRedis.of("spring.data.redis.url=redis://[::1]:6380")
                        .topology()
                        .address())
                .isEqualTo("[::1]:6380");
    }

    @Test
    void ofWhenClusterIsSetShouldBeTheCluster() {
        RedisTopology topology = BootRedis.of(
                        CLUSTER, "spring.data.redis.cluster.max-redirects=7", "spring.data.redis.database=3")
                .topology();
        assertThat(topology).isInstanceOfSatisfying(ClusterTopology.class, cluster -> {
            assertThat(cluster.nodes()).containsExactly(new HostAndPort("one", 7000), new HostAndPort("two", 7001));
            assertThat(cluster.maxRedirects()).isEqualTo(7);
        });
        assertThat(topology.database()).isZero();
        assertThat(topology.address()).isEqualTo("cluster one:7000,two:7001");
    }

    @Test
    void ofWhenClusterIsNotOfThePropertiesShouldHaveNoRedirectsOfTheirs() {
        DataRedisConnectionDetails details = BootRedis.of(CLUSTER).details();
        assertThat(BootRedis.of().withDetails(details).topology())
                .isInstanceOfSatisfying(ClusterTopology.class, cluster -> assertThat(cluster.maxRedirects())
                        .isNull());
    }

    @Test
    void ofWhenSentinelIsSetShouldBeItsMasterEvenBesideACluster() {
        RedisTopology topology = BootRedis.of(
                        MASTER,
                        SENTINELS,
                        CLUSTER,
                        "spring.data.redis.database=3",
                        "spring.data.redis.password=secret",
                        "spring.data.redis.sentinel.password=watchword")
                .topology();
        assertThat(topology).isInstanceOfSatisfying(SentinelTopology.class, sentinel -> {
            assertThat(sentinel.master()).isEqualTo("orders");
            assertThat(sentinel.sentinels())
                    .containsExactly(new HostAndPort("one", 26379), new HostAndPort("two", 26380));
            assertThat(sentinel.sentinelConfig().getPassword()).isEqualTo("watchword");
        });
        assertThat(topology.database()).isEqualTo(3);
        assertThat(topology.address()).isEqualTo("sentinel orders at one:26379,two:26380");
        assertThat(topology.toString()).doesNotContain("secret", "watchword");
    }

    @Test
    void ofWhenMasterAndReplicasAreSetShouldSayWhatToSetInstead() {
        BootRedis redis = BootRedis.of("spring.data.redis.masterreplica.nodes=one:6379,two:6379");
        assertThatIllegalStateException()
                .isThrownBy(redis::topology)
                .withMessageContainingAll(
                        "Jedis", "one:6379,two:6379", "masterreplica.nodes", "host and port", "sentinel.nodes");
    }

    @Test
    void ofWhenDetailsAreEmptyShouldFail() {
        BootRedis redis = BootRedis.of().withDetails(new DataRedisConnectionDetails() {});
        assertThatIllegalStateException().isThrownBy(redis::topology).withMessageContaining("no server");
    }
}
