package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.queues.NamedQueues;
import io.delayqueue.log.LogText;
import io.delayqueue.log.Loggers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Warns of properties that are set and have no effect, or not the one that their names promise. */
final class PropertyWarnings implements SmartInitializingSingleton {

    private static final Logger log = Loggers.of(PropertyWarnings.class);

    private static final String PHASE = "spring.lifecycle.timeout-per-shutdown-phase";

    private static final Duration DEFAULT_PHASE = Duration.ofSeconds(30);

    private static final String LETTUCE = "io.lettuce.core.RedisClient";

    private static final String SHARED = "spring.data.redis";

    private final Queues queues;

    private final NamedQueues named;

    private final Environment environment;

    private final Binder binder;

    private final @Nullable ClassLoader classLoader;

    PropertyWarnings(
            Queues queues, NamedQueues named, Environment environment, ConfigurableListableBeanFactory beanFactory) {
        this.queues = queues;
        this.named = named;
        this.environment = environment;
        this.binder = Binder.get(environment);
        this.classLoader = beanFactory.getBeanClassLoader();
    }

    @Override
    public void afterSingletonsInstantiated() {
        UnknownProperties.sentences(environment, classLoader).forEach(log::warn);
        queues.properties().forEach((queue, properties) -> {
            checkStopTime(queue, properties.shutdownTimeout());
            properties.allowedCallbacks().forEach(callback -> checkClass(queue, callback));
            if (properties.redis() != null) {
                checkClient(NamedQueues.prefix(queue) + ".redis");
            }
        });
        // With Lettuce on the class path they are those of the application's own client.
        if (queues.properties().values().stream().anyMatch(properties -> properties.redis() == null)
                && !ClassUtils.isPresent(LETTUCE, classLoader)) {
            checkClient(SHARED);
        }
    }

    private void checkStopTime(String queue, Duration stopTime) {
        Duration phase = binder.bind(PHASE, Duration.class).orElse(DEFAULT_PHASE);
        if (stopTime.compareTo(phase) > 0) {
            log.warn(
                    "{} is {}, which is more than the {} of {}: at a stop Spring waits so long, then stops the other beans while"
                            + " callbacks still run. Set the latter to a longer time",
                    named.source(queue, "shutdown-timeout"),
                    LogText.words(stopTime),
                    LogText.words(phase),
                    PHASE);
        }
    }

    private void checkClass(String queue, String callback) {
        if (callback.endsWith(".*")) {
            return;
        }
        // Also finds a nested class, by another name than its own.
        String nearest = ClassUtils.isPresent(callback, classLoader)
                ? ClassUtils.resolveClassName(callback, classLoader).getName()
                : callback + ".*";
        if (!nearest.equals(callback)) {
            log.warn(
                    "{} has {}, which is the name of no class and allows none: is {} meant?",
                    named.source(queue, "allowed-callbacks"),
                    callback,
                    nearest);
        }
    }

    private void checkClient(String redis) {
        if (binder.bind(redis + ".client-type", String.class)
                .map("lettuce"::equalsIgnoreCase)
                .orElse(false)) {
            warnOfLettuce(redis, ".client-type=lettuce");
        }
        if (binder.bind(redis + ".lettuce", Bindable.mapOf(String.class, Object.class))
                .isBound()) {
            warnOfLettuce(redis, ".lettuce.*");
        }
    }

    private static void warnOfLettuce(String redis, String property) {
        log.warn(
                "{}{} has no effect, because the client of the queue is Jedis: remove it, and set {}.jedis.* instead",
                redis,
                property,
                redis);
    }
}
