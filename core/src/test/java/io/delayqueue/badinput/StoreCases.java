package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.illegal;
import static io.delayqueue.badinput.BadInput.isNull;
import static io.delayqueue.badinput.BadInput.setting;

import io.delayqueue.redis.Durability;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.DeadLetterRetention;
import java.time.Duration;
import java.util.stream.Stream;
import redis.clients.jedis.UnifiedJedis;

/** Stores that cannot be made. */
final class StoreCases {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Duration TOO_LONG = Duration.ofDays(36_500).plusMillis(1);

    private StoreCases() {}

    static Stream<BadInput> all() {
        return Stream.of(backends(), connections(), durability(), retention()).flatMap(cases -> cases);
    }

    static final String NAMESPACE =
            "namespace must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at"
                    + " most, and not MONITOR, but is ";

    private static Stream<BadInput> backends() {
        return Stream.of(
                isNull("RedisBackend.requireNamespace: null", s -> RedisBackend.requireNamespace(null), "namespace"),
                setting(
                        "RedisBackend.requireNamespace: with a colon",
                        s -> RedisBackend.requireNamespace("a:b"),
                        NAMESPACE + "'a:b'"),
                isNull(
                        "RedisBackend.inNamespace: null",
                        s -> new RedisBackend(connections(s.client(), s.client(), "here", SECOND)).inNamespace(null),
                        "namespace"),
                setting(
                        "RedisBackend.inNamespace: part of the registry's name",
                        s -> new RedisBackend(connections(s.client(), s.client(), "here", SECOND))
                                .inNamespace("MONITOR"),
                        NAMESPACE + "'MONITOR'"),
                isNull(
                        "RedisBackend.node: null",
                        s -> new RedisBackend(connections(s.client(), s.client(), "here", SECOND)).node(null),
                        "group"),
                isNull("RedisBackend.connect: a null host", s -> RedisBackend.connect(null, 6379), "host"),
                illegal(
                        "RedisBackend.connect: port 0",
                        s -> RedisBackend.connect("localhost", 0),
                        "port must be from 1 to 65535, but is 0"),
                illegal(
                        "RedisBackend.connect: port 65536",
                        s -> RedisBackend.connect("localhost", 65_536),
                        "port must be from 1 to 65535, but is 65536"),
                isNull("new RedisBackend: null", s -> new RedisBackend(null), "connections"),
                isNull(
                        "new RedisBackend: null durability",
                        s -> new RedisBackend(connections(s.client(), s.client(), "here", SECOND), null),
                        "durability"),
                illegal(
                        "new RedisBackend: durability over a client that cannot wait",
                        s -> new RedisBackend(
                                connections(s.cannotWait(), s.client(), "here", SECOND), new Durability(1, SECOND)),
                        "Waiting for replicas needs a RedisClient, RedisSentinelClient or RedisClusterClient, but the"
                                + " client is a " + Subject.class.getName() + "$1"));
    }

    private static RedisConnections connections(
            UnifiedJedis commands, UnifiedJedis blocking, String address, Duration timeout) {
        return new RedisConnections(commands, blocking, address, timeout);
    }

    private static Stream<BadInput> connections() {
        return Stream.of(
                isNull("RedisConnections.inTime: null", s -> RedisConnections.inTime(null), "address"),
                isNull(
                        "new RedisConnections: null commands",
                        s -> connections(null, s.client(), "here", SECOND),
                        "commands"),
                isNull(
                        "new RedisConnections: null blocking",
                        s -> connections(s.client(), null, "here", SECOND),
                        "blocking"),
                isNull(
                        "new RedisConnections: null address",
                        s -> connections(s.client(), s.client(), null, SECOND),
                        "address"),
                isNull(
                        "new RedisConnections: null timeout",
                        s -> connections(s.client(), s.client(), "here", null),
                        "timeout"),
                setting(
                        "new RedisConnections: negative timeout",
                        s -> connections(s.client(), s.client(), "here", SECOND.negated()),
                        "timeout must not be negative, but is -1s"),
                setting(
                        "new RedisConnections: timeout too long",
                        s -> connections(s.client(), s.client(), "here", TOO_LONG),
                        "timeout must be at most 36,500 days, but is 3153600000001ms"),
                setting(
                        "new RedisConnections: negative database",
                        s -> new RedisConnections(s.client(), s.client(), "here", SECOND, -1),
                        "database must not be negative, but is -1"));
    }

    private static Stream<BadInput> durability() {
        return Stream.of(
                setting(
                        "new Durability: minReplicas -1",
                        s -> new Durability(-1, SECOND),
                        "minReplicas must not be negative, but is -1"),
                isNull("new Durability: null timeout", s -> new Durability(1, null), "timeout"),
                setting(
                        "new Durability: timeout a nanosecond too short",
                        s -> new Durability(1, Duration.ofNanos(999_999)),
                        "timeout must be at least 1 ms, but is PT0.000999999S"),
                setting(
                        "new Durability: the longest timeout there is",
                        s -> new Durability(1, Duration.ofSeconds(Long.MAX_VALUE)),
                        "timeout must be at most 36,500 days, but is 9223372036854775807s"));
    }

    private static Stream<BadInput> retention() {
        return Stream.of(
                setting(
                        "new DeadLetterRetention: maxAge a millisecond too short",
                        s -> new DeadLetterRetention(Duration.ofMillis(999), null),
                        "dead-letter maxAge must be at least 1 second, but is 999ms"),
                setting(
                        "new DeadLetterRetention: maxAge too long",
                        s -> new DeadLetterRetention(TOO_LONG, null),
                        "dead-letter maxAge must be at most 36,500 days, but is 3153600000001ms"),
                setting(
                        "new DeadLetterRetention: maxCount 0",
                        s -> new DeadLetterRetention(null, 0),
                        "dead-letter maxCount must be at least 1, but is 0"));
    }
}
