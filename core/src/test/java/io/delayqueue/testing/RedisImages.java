package io.delayqueue.testing;

import java.util.List;

/** The images of Redis, and of what speaks its protocol, that the store is tested on. */
public final class RedisImages {

    /** As Docker names them, with the tag that follows a version's newest fixes. */
    public static final List<String> NAMES =
            List.of("redis:6.2", "redis:7", "redis:8", "valkey/valkey:8", "valkey/valkey:9");

    private RedisImages() {}
}
