package io.delayqueue.benchmarks.contender.redisson;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.redisson.Redisson;

/**
 * Redisson's {@code RDelayedQueue}. A topic is a queue. It has no ids, no acknowledgement and no bulk add: several tasks are
 * added by one asynchronous call each, and a task is cancelled by its payload.
 */
public final class RedissonContender implements Contender {

    private static final String ABOUT_ITSELF = "/META-INF/maven/org.redisson/redisson/pom.properties";

    @Override
    public String name() {
        return "Redisson";
    }

    @Override
    public String version() {
        Properties properties = new Properties();
        try (InputStream in = Redisson.class.getResourceAsStream(ABOUT_ITSELF)) {
            if (in == null) {
                throw new IllegalStateException("The version of Redisson is unknown: there is no " + ABOUT_ITSELF);
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "RDelayedQueue " + properties.getProperty("version");
    }

    @Override
    public OpenQueue open(Address redis) {
        return new RedissonQueue(redis);
    }
}
