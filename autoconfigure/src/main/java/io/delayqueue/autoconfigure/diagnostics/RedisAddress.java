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

    private static final String SPRING = "spring.data.redis.";

    private static final String QUEUES = "delayqueue.queues";

    private final BeanFactory beanFactory;

    private final Binder binder;

    private final Properties properties;

    RedisAddress(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = beanFactory;
        this.binder = Binder.get(environment);
        this.properties = new Properties(environment);
    }

    /**
     * A sentence about one address.
     *
     * @param message what failed, with the address
     */
    String origin(String message) {
        Stream<String> own =
                ownPrefixes().filter(prefix -> isIn(message, prefix)).map(this::property);
        return Stream.of(own, beans(), Stream.ofNullable(property(SPRING)))
                .flatMap(found -> found)
                .findFirst()
                .map(source -> "The address comes from " + source + ".")
                .orElse("No property says where Redis is, so this is the default of spring.data.redis.host and .port.");
    }

    /** A queue may have a Redis of its own. */
    private Stream<String> ownPrefixes() {
        Map<String, Object> queues =
                binder.bind(QUEUES, Bindable.mapOf(String.class, Object.class)).orElse(Map.of());
        return Stream.concat(
                queues.keySet().stream().map(queue -> QUEUES + "." + queue + ".redis."),
                Stream.of("delayqueue.redis."));
    }

    private @Nullable String property(String prefix) {
        return NAMES.stream()
                .map(name -> prefix + name)
                .filter(name -> properties.find(name) != null)
                .findFirst()
                .map(properties::describe)
                .orElse(null);
    }

    private boolean isIn(String message, String prefix) {
        return NAMES.stream()
                .filter(name -> properties.find(prefix + name) != null)
                .findFirst()
                .map(name -> part(prefix, name))
                .filter(message::contains)
                .isPresent();
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
