package io.delayqueue.redis;

import io.delayqueue.testing.RedisServer;
import java.time.Duration;

/** Stores that wait longer for an answer than those of applications. */
public final class PatientRedis {

    private PatientRedis() {}

    /** A store whose calls last half a minute at most. */
    public static RedisBackend connect(RedisServer server) {
        return RedisBackend.connect(server.host(), server.port(), Duration.ofSeconds(30));
    }
}
