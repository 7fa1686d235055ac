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
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
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
