package io.delayqueue.redis;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reply to INFO. Fields may be missing: not every server that speaks the protocol has all of them. */
final class RedisInfo {

    /** As the default of Redis's own min-replicas-max-lag. A replica says every second how far it is. */
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

    /** Names the life of the server's process. */
    @Nullable
    String runId() {
        return fields.get("run_id");
    }

    /** How many keys were removed to free memory in the life of the process. */
    long evictedKeys() {
        return number(fields.get("evicted_keys"));
    }

    boolean isWithoutAppendOnlyFile() {
        return "0".equals(fields.get("aof_enabled"));
    }

    boolean tellsReplicas() {
        return fields.containsKey("connected_slaves");
    }

    /** How many replicas are connected and answer. */
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
