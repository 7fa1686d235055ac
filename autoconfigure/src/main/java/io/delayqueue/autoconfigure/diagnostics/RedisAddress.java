package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.redis.RedisConnections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/** Tells where the address of Redis comes from. */
final class RedisAddress {

    /** What says where a Redis is, the stronger before the weaker. */
    private static final List<String> NAMES =
            List.of("sentinel.nodes", "sentinel.nodes[0]", "cluster.nodes", "cluster.nodes[0]", "url", "host", "port");

    private static final String PREFIX = "spring.data.redis.";

    private final BeanFactory beanFactory;

    private final Properties properties;

    RedisAddress(BeanFactory beanFactory, Properties properties) {
        this.beanFactory = beanFactory;
        this.properties = properties;
    }

    /** A sentence. */
    String origin() {
        String bean = bean();
        if (bean != null) {
            return "The address comes from " + bean + ".";
        }
        return NAMES.stream()
                .map(name -> PREFIX + name)
                .filter(name -> properties.find(name) != null)
                .findFirst()
                .map(name -> "The address comes from " + properties.describe(name) + ".")
                .orElse("No property says where Redis is, so this is the default of spring.data.redis.host and .port.");
    }

    private @Nullable String bean() {
        if (!(beanFactory instanceof ListableBeanFactory beans)) {
            return null;
        }
        // Beans of the application only: those of the auto-configurations read the properties.
        return Stream.of(RedisConnections.class, DataRedisConnectionDetails.class)
                .flatMap(type -> Stream.of(beans.getBeanNamesForType(type, true, false))
                        .filter(name -> !readsProperties(beans, name))
                        .map(name -> "the bean '" + name + "' of " + type.getName()))
                .findFirst()
                .orElse(null);
    }

    private static boolean readsProperties(ListableBeanFactory beans, String name) {
        Class<?> type = beans.getType(name, false);
        return name.equals("delayQueueRedisConnections")
                || type != null && type.getPackage() == DataRedisConnectionDetails.class.getPackage();
    }
}
