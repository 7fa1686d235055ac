package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.redis.RedisConnections;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.core.env.Environment;

/** Tells where the address of a Redis comes from. */
final class RedisAddress {

    /** What says where a Redis is, the stronger before the weaker. */
    private static final List<String> NAMES = List.of("sentinel.nodes", "cluster.nodes", "url", "host", "port");

    private static final String SPRING = "spring.data.redis";

    private static final String QUEUES = "delayqueue.queues";

    /**
     * Where an address comes from.
     *
     * @param sentence tells it
     * @param prefix what the names of the properties of this Redis begin with
     * @param enabled the property that switches off the queue that uses it
     */
    record Origin(String sentence, String prefix, String enabled) {}

    private final BeanFactory beanFactory;

    private final Binder binder;

    private final Properties properties;

    RedisAddress(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = beanFactory;
        this.binder = Binder.get(environment);
        this.properties = new Properties(environment);
    }

    /**
     * Where one address comes from.
     *
     * @param message what failed, with the address
     */
    Origin origin(String message) {
        return ownPrefixes()
                .filter(prefix -> isIn(message, prefix))
                .findFirst()
                .map(prefix ->
                        new Origin(sentence(Stream.ofNullable(property(prefix)), prefix), prefix, enabled(prefix)))
                .orElseGet(() -> new Origin(
                        sentence(Stream.concat(beans(), Stream.ofNullable(property(SPRING))), SPRING),
                        SPRING,
                        enabled(SPRING)));
    }

    private static String sentence(Stream<String> sources, String prefix) {
        return sources.findFirst()
                .map(source -> "The address comes from " + source + ".")
                .orElse("No property says where Redis is, so this is the default of " + prefix + ".host and .port.");
    }

    private static String enabled(String prefix) {
        return prefix.startsWith(QUEUES) ? prefix.replaceFirst("redis$", "enabled") : "delayqueue.enabled";
    }

    /** A queue may have a Redis of its own. */
    private Stream<String> ownPrefixes() {
        return Stream.concat(
                        properties(QUEUES).keySet().stream().map(queue -> QUEUES + "." + queue + ".redis"),
                        Stream.of("delayqueue.redis"))
                .filter(prefix -> !properties(prefix).isEmpty());
    }

    private Map<String, Object> properties(String prefix) {
        return binder.bind(prefix, Bindable.mapOf(String.class, Object.class)).orElse(Map.of());
    }

    private @Nullable String property(String prefix) {
        return NAMES.stream()
                .map(name -> prefix + "." + name)
                .filter(name -> properties.find(name) != null)
                .findFirst()
                .map(properties::describe)
                .orElse(null);
    }

    private boolean isIn(String message, String prefix) {
        String strongest = NAMES.stream()
                .filter(name -> properties.find(prefix + "." + name) != null)
                .findFirst()
                .orElse("host");
        return message.contains(part(prefix + ".", strongest));
    }

    /** What an address that these properties give has in it. */
    private String part(String prefix, String name) {
        return switch (name) {
            case "url" ->
                Objects.requireNonNullElse(URI.create(value(prefix + name, "")).getHost(), "");
            case "host", "port" -> value(prefix + "host", "localhost") + ":" + value(prefix + "port", "6379");
            default -> value(prefix + name, "").split(",")[0];
        };
    }

    private String value(String name, String otherwise) {
        ConfigurationProperty property = properties.find(name);
        return property == null
                ? otherwise
                : binder.bind(property.getName(), Bindable.of(String.class)).orElse(otherwise);
    }

    /** Those of the application only: those of the auto-configurations read the properties. */
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
