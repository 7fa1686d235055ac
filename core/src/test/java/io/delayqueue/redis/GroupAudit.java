package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import redis.clients.jedis.UnifiedJedis;

/** Reads a whole group and holds it to the rule: a task is in exactly one structure, and has a detail. */
public final class GroupAudit {

    private static final long SWEEP_MILLIS = 1_000;

    private static final long TOLERANCE_MILLIS = 5_000;

    private final UnifiedJedis client;

    private final String start;

    private final List<String> ids = new ArrayList<>();

    /** Reads nothing yet. */
    public GroupAudit(UnifiedJedis client, String group) {
        this.client = client;
        this.start = "{" + group + "}:";
    }

    /** Fails if a task is in two structures or in none, or something is left of a task that is gone. */
    public void check() {
        Set<String> details = new TreeSet<>(client.hkeys(start + "DETAIL"));
        Set<String> topics = new TreeSet<>(client.zrange(start + "TOPICS", 0, -1));
        client.hvals(start + "DETAIL").forEach(detail -> {
            String rest = detail.substring(detail.indexOf('"') + 1);
            topics.add(rest.substring(0, rest.indexOf('"')));
        });
        long now = now();
        for (String topic : topics) {
            for (String set : List.of(
                    "WAITING:%s", "RESERVED:%s", "CONSUMING:%s", "CONSUMING:%s:HIGH", "CONSUMING:%s:LOW", "DEAD:%s")) {
                ids.addAll(client.zrange(start + set.formatted(topic), 0, -1));
            }
            assertThat(client.llen(start + "SIGNAL:" + topic))
                    .as("signals of " + topic)
                    .isLessThanOrEqualTo(1);
            checkAgenda(topic, now);
        }
        assertThat(ids).as("tasks in the structures of " + start).doesNotHaveDuplicates();
        assertThat(ids).as("tasks in the structures of " + start).containsExactlyInAnyOrderElementsOf(details);
        assertThat(details).as("details").containsAll(client.hkeys(start + "DELIVERIES"));
        assertThat(details).as("details").containsAll(client.hkeys(start + "ERRORS"));
        checkNames(now);
    }

    /** Fails if the names of changes that were made once would be lost too early, or stay for ever. */
    private void checkNames(long now) {
        client.zrangeWithScores(start + "APPLIED", -1, -1)
                .forEach(last -> assertThat(now + client.pttl(start + "APPLIED") + TOLERANCE_MILLIS)
                        .as("end of the names of changes")
                        .isGreaterThanOrEqualTo((long) last.getScore()));
    }

    /** Fails if the pusher would check a topic later than its first delayed task or lease needs, but for leases that are held back. */
    private void checkAgenda(String topic, long now) {
        for (String set : List.of("WAITING:", "RESERVED:")) {
            client.zrangeWithScores(start + set + topic, 0, 0)
                    .forEach(head -> assertThat(client.zscore(start + "TOPICS", topic))
                            .as("when topic " + topic + " of " + start + " is checked for " + head)
                            .isNotNull()
                            .isLessThanOrEqualTo(Math.max(now + SWEEP_MILLIS, head.getScore())));
        }
    }

    private long now() {
        return Long.parseLong(((List<?>) client.eval("return redis.call('TIME')", List.of(start + "TOPICS"), List.of()))
                                .get(0)
                                .toString())
                        * 1_000
                + 1_000;
    }

    /**
     * Fails if anything is left of a task: only the counter of deliveries, the claim on pushing, limits, signals and heartbeats
     * may stay, and for some seconds the answers to calls.
     */
    public void checkNothingLeft() {
        assertThat(client.keys(start + "*"))
                .filteredOn(key -> !key.startsWith(start + "SIGNAL:") && !key.startsWith(start + "INTERRUPT:"))
                .filteredOn(key -> !key.startsWith(start + "CALL:"))
                .isSubsetOf(
                        start + "SEQUENCE",
                        start + "PUSHER",
                        start + "OTHERS",
                        // For the length of a lease after a long outage.
                        start + "HELD",
                        start + "TOPICS",
                        start + "RULES",
                        start + "INSTANCES",
                        start + "WATCHED");
    }
}
