package io.delayqueue.chaos;

import io.delayqueue.testing.RedisServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import redis.clients.jedis.Jedis;

/** A server's clock, seen from here: this machine's, moved by what lies between the two. Never behind the server's. */
public final class StoreClock {

    private static final int SAMPLES = 50;

    private StoreClock() {}

    /** Asks the server for its time some times. */
    public static Clock of(RedisServer server) {
        return Clock.offset(Clock.systemUTC(), ahead(server));
    }

    /** By how much the server is ahead at most. The question cannot have been answered before it was asked. */
    private static Duration ahead(RedisServer server) {
        try (Jedis jedis = server.connect()) {
            Duration least = Duration.ofDays(1);
            for (int i = 0; i < SAMPLES; i++) {
                Instant asked = Instant.now();
                List<String> time = jedis.time();
                Instant there = Instant.ofEpochSecond(
                        Long.parseLong(time.get(0)),
                        Long.parseLong(time.get(1))
                                * ChronoUnit.MICROS.getDuration().toNanos());
                Duration ahead = Duration.between(asked, there);
                least = ahead.compareTo(least) < 0 ? ahead : least;
            }
            return least;
        }
    }
}
