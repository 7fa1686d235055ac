package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.TaskStoreUnavailableException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** How often a call is made within its time-out, by a clock that only the attempts move. */
class RedisCallsTests {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private long now;

    private int attempts;

    /** Connects when it is used, which it is not. */
    @AutoClose
    private final RedisClient client = RedisClient.create("localhost", 1);

    private final RedisCalls calls = new RedisCalls(client, "nowhere", TIMEOUT, () -> now, new Keys.Space(0, null));

    @Test
    void noTwoCallsShouldHaveTheSameNonce() {
        RedisCalls others = new RedisCalls(client, "nowhere", TIMEOUT, () -> now, new Keys.Space(0, null));
        assertThat(Stream.generate(() -> Stream.of(calls.nonce(), others.nonce()))
                        .limit(1_000)
                        .flatMap(Function.identity()))
                .doesNotHaveDuplicates();
        String instance = calls.nonce().replaceFirst("-.*", "");
        assertThat(calls.nonce()).startsWith(instance + "-");
        assertThat(others.nonce()).doesNotStartWith(instance + "-");
    }

    @Test
    void keysOfAGroupShouldBeKeptButNotThoseOfAnyNumberOfGroups() {
        Keys keys = calls.keys("g");
        assertThat(calls.keys("g")).isSameAs(keys);
        for (int i = 0; i < RedisCalls.MAX_GROUPS; i++) {
            assertThat(calls.keys("other" + i).get(Key.DETAIL)).asString(UTF_8).isEqualTo("{other" + i + "}:DETAIL");
        }
        assertThat(calls.keys("g")).isNotSameAs(keys);
        assertThat(calls.keys("g").get(Key.DETAIL)).isEqualTo(keys.get(Key.DETAIL));
    }

    /** Case: a reply of a managed server, and a part of the remedy. The first is that of Alibaba Cloud, the last but two of Redis 7.0 and 7.2. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ERR bad lua script for redis cluster, all the keys that the script uses should be passed using the KEYS array"
                        + "|script_check_enable=0: see",
                "ERR Lua scripts without any input keys are not supported|#the-keys-of-scripts",
                "ERR This Redis command is not allowed from script script: 1f, on @user_script:1.|#commands",
                "CROSSSLOT Keys in request don't hash to the same slot|#clusters",
                "ERR unknown command 'CONFIG', with args beginning with: 'GET' 'save'|#commands",
                "NOPERM this user has no permissions to run the 'subscribe' command|lacks a right: see",
                "ERR The user executing the script can't run this command or subcommand script: 1f|lacks a right: see",
                "ERR ACL failure in script: User queue has no permissions to run the 'zadd' command|#rights"
            })
    void replyOfARestrictedServerShouldHaveARemedy(String reply, String remedy) {
        JedisDataException failure = new JedisDataException(reply);
        assertThatThrownBy(() -> calls.repeat("the script add", () -> {
                    throw failure;
                }))
                .hasMessageStartingWith("Redis at nowhere refused the script add: " + reply + ". The ")
                .hasMessageContaining(remedy);
        assertThatThrownBy(() -> calls.once("the subscription", () -> {
                    throw failure;
                }))
                .hasMessageContaining(remedy);
    }

    private void call(JedisException failure, Duration each) {
        calls.repeat("ping", () -> {
            attempts++;
            now += each.toNanos();
            throw failure;
        });
    }

    private static Stream<JedisException> timeouts() {
        JedisConnectionException read = new JedisConnectionException(new SocketTimeoutException("Read timed out"));
        JedisConnectionException connect = new JedisConnectionException("Failed to connect to any host");
        connect.addSuppressed(new SocketTimeoutException("Connect timed out"));
        JedisClusterOperationException ofCluster = new JedisClusterOperationException("No more attempts left");
        ofCluster.addSuppressed(read);
        JedisException ofPool = new JedisException(
                "Could not get a resource from the pool",
                new NoSuchElementException("Timeout waiting for idle object"));
        return Stream.of(read, connect, ofCluster, ofPool);
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void timeoutShouldNotBeRepeatedIntoTheTimeBehindTheDeadline(JedisException failure) {
        // As sockets do it: a moment early.
        Duration almostAll = TIMEOUT.minusNanos(TimeUnit.MICROSECONDS.toNanos(300));
        assertThatThrownBy(() -> call(failure, almostAll)).isInstanceOf(TaskStoreUnavailableException.class);
        assertThat(attempts).isEqualTo(1);
        assertThat(now).isLessThanOrEqualTo(TIMEOUT.toNanos());
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void timeoutShouldBeRepeatedWhileAsMuchTimeIsLeft(JedisException failure) {
        Duration aThirdAndMore = Duration.ofMillis(700);
        assertThatThrownBy(() -> call(failure, aThirdAndMore)).isInstanceOf(TaskStoreUnavailableException.class);
        assertThat(attempts).isEqualTo(2);
    }

    @Test
    void connectionThatFailsAtOnceShouldBeRepeatedUntilTheDeadline() {
        JedisConnectionException refused = new JedisConnectionException("Failed to connect to any host");
        refused.addSuppressed(new ConnectException("Connection refused"));
        Duration each = Duration.ofMillis(100);
        assertThatThrownBy(() -> call(refused, each)).isInstanceOf(TaskStoreUnavailableException.class);
        assertThat(attempts).isBetween(18, 20);
    }

    @Test
    void reasonShouldBeThatOfTheLastAttemptThatHadTimeForAConnection() {
        Supplier<?> nearlyOver = () -> calls.repeat("ping", () -> {
            now += TIMEOUT.toNanos() / 2;
            if (attempts++ == 0) {
                throw new JedisConnectionException("Connection reset");
            }
            CallTime.requireLeft();
            return null;
        });
        assertThatThrownBy(() -> CallTime.within(1, nearlyOver))
                .isInstanceOf(TaskStoreUnavailableException.class)
                .hasMessage("Redis at nowhere did not answer within 2000 ms: Connection reset");
        assertThat(attempts).isEqualTo(2);
    }
}
