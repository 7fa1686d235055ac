package io.delayqueue.redis;

import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.monitor.StoreFinding.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the risks of losing tasks in a server's reply to INFO, with the settings that prevent them. Fields may be missing on compatible servers. */
final class RedisRisks {

    /** Like the default of Redis's own min-replicas-max-lag. A replica reports its offset every second. */
    private static final long MAX_LAG_SECONDS = 10;

    /** Policies that remove only keys that expire. Keys that hold tasks do not. */
    private static final String VOLATILE = "volatile-";

    private final String address;

    private final Map<String, String> info = new HashMap<>();

    private final List<StoreFinding> found = new ArrayList<>();

    RedisRisks(String address, String reply) {
        this.address = address;
        reply.lines()
                .map(line -> line.split(":", 2))
                .filter(field -> field.length == 2)
                .forEach(field -> info.put(field[0], field[1]));
    }

    /**
     * Returns the risks of a master; none of a replica.
     *
     * @param savePoints reads the setting {@code save}: pairs of seconds and changes; empty for no snapshots, null if it is not known
     * @param minReplicas how many replicas must confirm an add
     * @param histories the sum of the sizes of the rules of histories
     */
    List<StoreFinding> find(Supplier<@Nullable String> savePoints, int minReplicas, long histories) {
        if (!"slave".equals(info.get("role"))) {
            evictions();
            histories(histories);
            if ("0".equals(info.get("aof_enabled"))) {
                snapshots(savePoints.get());
            }
            replicas(minReplicas);
        }
        return found;
    }

    /** Risk of a policy that removes keys, and of the keys that it has removed. */
    private void evictions() {
        String policy = info.get("maxmemory_policy");
        if (policy == null || policy.equals("noeviction")) {
            return;
        }
        String stake = policy.startsWith(VOLATILE)
                ? "when its memory is full it removes keys that expire. Tasks do not expire and stay; short-lived marks of"
                        + " the queue may go, such as the claim on making a group's tasks ready, so tasks may be seconds late"
                : "when its memory is full it removes any keys, and one key holds all tasks of a group: they are lost"
                        + " without an error";
        add(
                Kind.EVICTION_POLICY,
                "has maxmemory-policy " + policy + ": " + stake + ". Set maxmemory-policy noeviction");
        long removed = number(info.get("evicted_keys"));
        if (removed > 0 && !policy.startsWith(VOLATILE)) {
            add(
                    Kind.EVICTIONS,
                    "has removed " + removed + (removed == 1 ? " key" : " keys")
                            + " since its start to free memory:"
                            + " all tasks of a group are lost with each that was the queue's. Set maxmemory-policy"
                            + " noeviction, and a maxmemory that is enough");
        }
    }

    /** Risk of histories that fill the memory. */
    private void histories(long size) {
        long memory = number(info.get("maxmemory"));
        if (memory > 0 && size > memory / 4) {
            add(
                    Kind.HISTORY_SIZE,
                    "has a maxmemory of " + (memory >> 20) + " MB, and histories may take " + (size >> 20)
                            + " MB together, which is more than a quarter: when the memory is full, adds are refused, and tasks end"
                            + " without a record. Set a smaller maximum size of histories, or a larger maxmemory");
        }
    }

    /** Risk of a server without an append-only file. */
    private void snapshots(@Nullable String save) {
        if (save == null) {
            return;
        }
        long longest = longest(save);
        if (longest == 0) {
            add(
                    Kind.NO_PERSISTENCE,
                    "has appendonly no and no save: all tasks are lost when it restarts. Set appendonly yes");
        } else {
            add(
                    Kind.SNAPSHOTS_ONLY,
                    "has appendonly no and save \"" + save
                            + "\": a crash loses the tasks added after the"
                            + " last snapshot, which may be " + longest + " s old. Set appendonly yes");
        }
    }

    private static long longest(String save) {
        return Pattern.compile("(\\d{1,18})\\s+\\d+")
                .matcher(save)
                .results()
                .mapToLong(point -> Long.parseLong(point.group(1)))
                .max()
                .orElse(0);
    }

    private void replicas(int wanted) {
        long good = info.entrySet().stream()
                .filter(field -> field.getKey().matches("slave\\d+") && isGood(field.getValue()))
                .count();
        if (wanted > good && info.containsKey("connected_slaves")) {
            add(
                    Kind.MISSING_REPLICAS,
                    "has " + good + " of the " + wanted
                            + " replicas that durability.min-replicas asks for: adds throw a"
                            + " TaskNotReplicatedException, and a failover may lose their tasks. Connect replicas, or set"
                            + " a smaller durability.min-replicas");
        }
    }

    private void add(Kind kind, String sentence) {
        found.add(new StoreFinding(kind, address, "Redis at " + address + " " + sentence + "."));
    }

    /** Whether a replica is connected and answers. */
    private static boolean isGood(String replica) {
        List<String> fields = List.of(replica.split(","));
        return fields.contains("state=online")
                && fields.stream()
                        .filter(field -> field.startsWith("lag="))
                        .allMatch(field -> number(field.substring("lag=".length())) <= MAX_LAG_SECONDS);
    }

    private static long number(@Nullable String text) {
        return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }
}
