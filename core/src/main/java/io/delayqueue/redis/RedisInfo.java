package io.delayqueue.redis;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reply to INFO. Fields may be missing on compatible servers. */
final class RedisInfo {

    /** Like the default of Redis's own min-replicas-max-lag. A replica reports its offset every second. */
    private static final long MAX_LAG_SECONDS = 10;

    private final Map<String, String> fields = new HashMap<>();

    RedisInfo(String reply) {
        reply.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
    }

    boolean isReplica() {
        return "slave".equals(fields.get("role"));
    }

    @Nullable
    String evictionPolicy() {
        return fields.get("maxmemory_policy");
    }

    /** Returns the number of keys that the server has evicted since its start. */
    long evictedKeys() {
        return number(fields.get("evicted_keys"));
    }

    boolean isWithoutAppendOnlyFile() {
        return "0".equals(fields.get("aof_enabled"));
    }

    boolean tellsReplicas() {
        return fields.containsKey("connected_slaves");
    }

    /** Returns the number of connected replicas that answer. */
    long goodReplicas() {
        return fields.entrySet().stream()
                .filter(field -> field.getKey().matches("slave\\d+"))
                .filter(field -> isGood(field.getValue()))
                .count();
    }

    private static boolean isGood(String replica) {
        boolean online = false;
        long lag = 0;
        for (String part : replica.split(",")) {
            if (part.startsWith("lag=")) {
                lag = number(part.substring("lag=".length()));
            }
            online |= part.equals("state=online");
        }
        return online && lag <= MAX_LAG_SECONDS;
    }

    private static long number(@Nullable String text) {
        return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }
}
