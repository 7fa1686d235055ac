package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisConnections;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.core.env.Environment;

/** Finds the origin of the address of a Redis. */
final class RedisAddress {

    /** Properties of an address, by precedence. */
    private static final List<String> NAMES =
            List.of("sentinel.nodes", "cluster.nodes", "masterreplica.nodes", "url", "host", "port");

    /** Address, or name of a host, to which no connection was made. */
    private static final Pattern FAILED =
            Pattern.compile("Failed to connect to (\\S+:\\d+)|UnknownHostException: ([^\\s:)]+)");

    /** Port of a URL without one. */
    private static final int NO_PORT = -1;

    private static final String SPRING = "spring.data.redis";

    /**
     * Origin of an address.
     *
     * @param sentence describes it
     * @param prefix the prefix of the properties of this Redis
     * @param server the server, or the first of several; null if a bean names it
     */
    record Origin(String sentence, String prefix, @Nullable Server server) {

        /** {@return the property that switches off the queue that uses this Redis} */
        String enabled() {
            return prefix.equals(SPRING) ? "delayqueue.enabled" : prefix.replaceFirst("redis$", "enabled");
        }
    }

    /**
     * Server that properties name.
     *
     * @param encrypted whether TLS is configured
     * @param sentinel whether it is configured as a sentinel
     */
    record Server(String host, int port, boolean encrypted, boolean sentinel) {}

    private final BeanFactory beanFactory;

    private final Binder binder;

    private final NamedQueues queues;

    RedisAddress(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = beanFactory;
        this.binder = Binder.get(environment);
        this.queues = new NamedQueues(environment);
    }

    /**
     * Finds the origin of one address.
     *
     * @param message the message of the failure, with the address
     */
    Origin origin(String message) {
        String prefix = ownPrefixes()
                .filter(own -> message.contains(address(own)) || message.startsWith(own + "."))
                .findFirst()
                .orElse(SPRING);
        String bean = prefix.equals(SPRING) ? beans().findFirst().orElse(null) : null;
        if (bean != null) {
            return new Origin(sentence(bean), prefix, null);
        }
        String property = strongest(prefix);
        String sentence = property == null
                ? "No property gives an address of Redis, so this is the default of " + prefix + ".host and .port."
                : sentence(describe(property, prefix + ".port"));
        return new Origin(sentence, prefix, server(prefix));
    }

    /** A host and a port may come from different places. */
    private String describe(String property, String port) {
        String described = queues.describe(property);
        return property.endsWith(".host") && queues.find(port) != null
                ? described + " and " + queues.describe(port)
                : described;
    }

    private static String sentence(String source) {
        return "The address comes from " + source + ".";
    }

    private @Nullable Server server(String prefix) {
        String address = address(prefix);
        int colon = address.lastIndexOf(':');
        try {
            return new Server(
                    address.substring(0, Math.max(0, colon)),
                    Integer.parseInt(address.substring(colon + 1)),
                    isEncrypted(prefix),
                    String.valueOf(strongest(prefix)).endsWith("sentinel.nodes"));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private boolean isEncrypted(String prefix) {
        DataRedisProperties redis = redis(prefix);
        return redis.getSsl().isEnabled() || String.valueOf(redis.getUrl()).startsWith("rediss:");
    }

    private DataRedisProperties redis(String prefix) {
        return binder.bindOrCreate(prefix, DataRedisProperties.class);
    }

    private List<String> nodes(String property) {
        return binder.bind(property, Bindable.listOf(String.class)).orElse(List.of());
    }

    /** Prefixes of the queues with their own Redis. */
    private Stream<String> ownPrefixes() {
        return Stream.concat(queues.names().stream(), Stream.of(DelayQueueEngine.DEFAULT_NAME))
                .map(queue -> NamedQueues.prefix(queue) + ".redis")
                .filter(prefix -> queues.find(prefix) != null);
    }

    private @Nullable String strongest(String prefix) {
        return NAMES.stream()
                .map(name -> prefix + "." + name)
                .filter(name -> queues.find(name) != null)
                .findFirst()
                .orElse(null);
    }

    /** Part of the address that messages of the client contain. */
    private String address(String prefix) {
        String property = String.valueOf(strongest(prefix));
        if (property.endsWith(".nodes")) {
            return nodes(property).stream().findFirst().orElse("");
        }
        DataRedisProperties redis = redis(prefix);
        if (property.endsWith(".url")) {
            URI url = url(redis.getUrl());
            return url == null ? ":" + NO_PORT : Objects.requireNonNullElse(url.getHost(), "") + ":" + url.getPort();
        }
        return redis.getHost() + ":" + redis.getPort();
    }

    private static @Nullable URI url(@Nullable String value) {
        try {
            return value == null ? null : new URI(value);
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** Whether the URL of the application's Redis has no host that can be read. */
    boolean isUrlWithoutHost() {
        URI url = url(redis(SPRING).getUrl());
        return url != null && url.getHost() == null;
    }

    /**
     * Whether a client has read the nodes of a cluster, and cannot reach one that is not configured.
     *
     * @param messages the messages of the failure
     */
    boolean isAnnounced(String prefix, String messages) {
        List<String> nodes = nodes(prefix + ".cluster.nodes");
        Matcher failed = FAILED.matcher(messages);
        return !nodes.isEmpty()
                && messages.contains("No more cluster attempts left")
                && failed.find()
                && nodes.stream()
                        .noneMatch(node -> node.equals(failed.group(1)) || node.startsWith(failed.group(2) + ":"));
    }

    /** Beans of the application only: those of the auto-configurations read the properties. */
    private Stream<String> beans() {
        return beanFactory instanceof ListableBeanFactory beans
                ? Stream.of(RedisConnections.class, DataRedisConnectionDetails.class)
                        .flatMap(type -> Stream.of(beans.getBeanNamesForType(type, true, false))
                                .filter(name -> !readsProperties(beans, name))
                                .map(name -> "the bean '" + name + "' of " + type.getName()))
                : Stream.empty();
    }

    private static boolean readsProperties(ListableBeanFactory beans, String name) {
        Class<?> type = beans.getType(name, false);
        return name.matches("(?i).*delayQueueRedisConnections")
                || type != null && type.getPackage() == DataRedisConnectionDetails.class.getPackage();
    }
}
