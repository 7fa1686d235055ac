package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Explains why Redis cannot be used, and names the origin of its address. Spring Data's connection factory, which connects to a
 * cluster or sentinels before the queue does, throws Jedis' own exceptions.
 */
final class RedisFailureAnalyzer extends AbstractFailureAnalyzer<RuntimeException> {

    private static final String START = """
            Any of these helps:

              - Start Redis there. On this machine: redis-server, or docker run -p 6379:6379 redis
              - Say where it is: {redis}.host and .port, {redis}.url, .sentinel.* or .cluster.nodes. \
            If it wants TLS: {redis}.ssl.enabled=true""";

    private static final String SWITCH_OFF = "\n  - Switch the queue off: %s=false";

    private static final String IN_MEMORY = """

              - Do without Redis, as delayqueue-test is there: @AutoConfigureDelayQueueTest on a test, \
            delayqueue.store=memory for a run""";

    private static final String ADD_MODULE = """

              - Do without Redis in tests and in runs on this machine: with delayqueue-test in the scope test, \
            annotate a test with @AutoConfigureDelayQueueTest, or start the application with \
            mvn spring-boot:test-run -Dspring-boot.run.arguments=--delayqueue.store=memory""";

    private static final String JEDIS = "redis.clients.jedis.exceptions.";

    /** Names of classes, as Jedis may be missing. Pools and sentinels throw the last. */
    private static final Set<String> UNREACHABLE = Set.of(
            JEDIS + "JedisConnectionException", JEDIS + "JedisClusterOperationException", JEDIS + "JedisException");

    /** Mistakes that are found before a connection. */
    private static final Set<RedisMistake> OF_PROPERTIES =
            EnumSet.of(RedisMistake.MASTER_REPLICA, RedisMistake.URL, RedisMistake.URL_HOST);

    private static final String CLUSTER_INFO = "redis.clients.jedis.JedisClusterInfoCache";

    private final BeanFactory beanFactory;

    private final RedisAddress address;

    RedisFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = beanFactory;
        this.address = new RedisAddress(beanFactory, environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, RuntimeException cause) {
        Throwable failure = find(cause);
        // A server that lacks replicas is available and has added the task.
        if (failure == null || failure instanceof TaskNotReplicatedException) {
            return null;
        }
        RedisAddress.Origin origin = address.origin(String.valueOf(failure.getMessage()));
        RedisMistake mistake = mistake(failure, origin);
        if (mistake != null) {
            return analysis(failure, mistake.meaning() + " " + origin.sentence(), mistake.action(origin.prefix()));
        }
        if (!isUnreachable(failure)) {
            return null;
        }
        String action = START.replace("{redis}", origin.prefix());
        // Spring Data would still fail without the queue.
        return analysis(
                failure,
                origin.sentence(),
                failure instanceof TaskStoreException ? action + withoutRedis(origin) : action);
    }

    private @Nullable RedisMistake mistake(Throwable failure, RedisAddress.Origin origin) {
        if (isOfUnannouncedNode(failure)) {
            return RedisMistake.UNANNOUNCED;
        }
        if (isWithoutHost(failure)) {
            return RedisMistake.URL_HOST;
        }
        if (isUnreachable(failure) && address.isAnnounced(origin.prefix(), RedisMistake.messages(failure))) {
            return RedisMistake.ANNOUNCED;
        }
        RedisMistake known = RedisMistake.of(failure);
        if (!isUnreachable(failure) || known != null && known != RedisMistake.NO_REDIS) {
            return known;
        }
        RedisMistake probed = origin.server() == null ? null : ServerProbe.mistake(origin.server());
        return probed != null ? probed : known;
    }

    private String withoutRedis(RedisAddress.Origin origin) {
        return SWITCH_OFF.formatted(origin.enabled()) + (hasKit(beanFactory) ? IN_MEMORY : ADD_MODULE);
    }

    /** Whether delayqueue-test is on the class path of the application. */
    static boolean hasKit(BeanFactory beanFactory) {
        ClassLoader classLoader =
                beanFactory instanceof ConfigurableBeanFactory configurable ? configurable.getBeanClassLoader() : null;
        return ClassUtils.isPresent("io.delayqueue.memory.InMemoryBackend", classLoader);
    }

    private @Nullable Throwable find(Throwable failure) {
        for (Throwable next = failure; next != null; next = next.getCause()) {
            if (next instanceof TaskStoreException
                    || next.getClass().getName().startsWith(JEDIS)
                    || OF_PROPERTIES.contains(RedisMistake.of(next))
                            && (next instanceof IllegalStateException || next instanceof IllegalArgumentException)
                    || isWithoutHost(next)
                    || isOfUnannouncedNode(next)) {
                return next;
            }
        }
        return null;
    }

    /** Spring Data's message for the application's URL with such a host. */
    private boolean isWithoutHost(Throwable failure) {
        return failure instanceof IllegalArgumentException
                && String.valueOf(failure.getMessage()).contains("'host' must not be empty")
                && address.isUrlWithoutHost();
    }

    /** Whether Jedis has read a node of a cluster without an address. */
    private static boolean isOfUnannouncedNode(Throwable failure) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
        return root instanceof NullPointerException
                && Stream.of(root.getStackTrace()).limit(3).anyMatch(frame -> frame.getClassName()
                        .equals(CLUSTER_INFO));
    }

    private static boolean isUnreachable(Throwable failure) {
        return failure instanceof TaskStoreUnavailableException
                || UNREACHABLE.contains(failure.getClass().getName());
    }

    private static FailureAnalysis analysis(Throwable failure, String meaning, String action) {
        return new FailureAnalysis(RedisMistake.summary(failure) + "\n\n" + meaning, action, failure);
    }
}
