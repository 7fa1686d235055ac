package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.TaskDetail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /** Time of a test, in milliseconds; 0 for the server's. */
    private final long time;

    /** Reads nothing yet. */
    public GroupAudit(UnifiedJedis client, String group) {
        this(client, group, 0);
    }

    /** Creates the audit of a group whose scripts read the time of a test. */
    GroupAudit(UnifiedJedis client, String group, long time) {
        this.client = client;
        this.start = "{" + group + "}:";
        this.time = time;
    }

    /** Fails if a task is in two structures or in none, or something is left of a task that is gone. */
    public void check() {
        Set<String> details = new TreeSet<>(client.hkeys(start + "DETAIL"));
        Set<String> topics = new TreeSet<>(client.zrange(start + "TOPICS", 0, -1));
        client.hvals(start + "DETAIL").forEach(detail -> {
            String rest = detail.substring(detail.indexOf('"') + 1);
            topics.add(rest.substring(0, rest.indexOf('"')).replaceFirst(":.*", ""));
        });
        long now = now();
        for (String topic : topics) {
            for (String set : List.of(
                    "WAITING:%s", "RESERVED:%s", "CONSUMING:%s", "CONSUMING:%s:HIGH", "CONSUMING:%s:LOW", "DEAD:%s")) {
                ids.addAll(client.zrange(start + set.formatted(topic), 0, -1));
            }
            assertThat(client.zrange(start + "RETRYING:" + topic, 0, -1))
                    .as("retried tasks of " + topic)
                    .isSubsetOf(details);
            checkKeys(topic);
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
        checkTags();
    }

    /** Fails if a task is not found by one of its tags, or by a tag that it does not have. */
    private void checkTags() {
        List<String> members = new ArrayList<>();
        client.hgetAll(start + "DETAIL").forEach((id, detail) -> TaskDetail.Label.of(detail.getBytes(UTF_8))
                .tags()
                .forEach(tag -> members.add(tag + "\0" + id)));
        assertThat(client.zrange(start + "TAGS", 0, -1)).as("tags").containsExactlyInAnyOrderElementsOf(members);
    }

    /** Fails if a ready or leased task with a key has no place, a place has no such task, or a task is behind a key whose places are free. */
    private void checkKeys(String topic) {
        Map<String, String> places = client.hgetAll(start + "KEYS:" + topic);
        assertThat(places.remove("") == null).as("latest due time").isEqualTo(places.isEmpty());
        Map<String, String> details = client.hgetAll(start + "DETAIL");
        Set<String> holding = new TreeSet<>();
        for (String set : List.of("RESERVED:%s", "CONSUMING:%s", "CONSUMING:%s:HIGH", "CONSUMING:%s:LOW")) {
            holding.addAll(client.zrange(start + set.formatted(topic), 0, -1));
        }
        Set<String> delayed = new TreeSet<>(client.zrange(start + "WAITING:" + topic, 0, -1));
        for (String id : holding) {
            String key = TaskDetail.Label.of(details.getOrDefault(id, "").getBytes(UTF_8))
                    .key();
            if (key != null) {
                assertThat(places.getOrDefault(key, "").split(","))
                        .as("places of the key " + key)
                        .contains(id);
            }
        }
        places.forEach((key, taken) -> {
            for (String id : taken.split(",")) {
                assertThat(TaskDetail.Label.of(details.getOrDefault(id, "").getBytes(UTF_8))
                                .key())
                        .as("key of " + id)
                        .isEqualTo(key);
                assertThat(holding.contains(id) || delayed.contains(id))
                        .as(id + " may have a place")
                        .isTrue();
            }
        });
        for (String member : client.zrange(start + "BEHIND:" + topic, 0, -1)) {
            String[] parts = member.split("\0");
            assertThat(places).as("keys with tasks behind").containsKey(parts[0]);
            ids.add(parts[1].substring(15));
        }
    }

    /** Fails if the names of changes that were made once would be lost too early, or stay for ever. */
    private void checkNames(long now) {
        client.zrangeWithScores(start + "APPLIED", -1, -1)
                .forEach(last -> assertThat(now + client.pttl(start + "APPLIED") + TOLERANCE_MILLIS)
                        .as("end of the names of changes")
                        .isGreaterThanOrEqualTo((long) last.getScore()));
    }

    /** Fails if the pusher would check a topic later than its first delayed task or lease needs, except leases that are held back. */
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
        if (time > 0) {
            return time;
        }
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
                .filteredOn(key -> !key.startsWith(start + "CALL:") && !key.startsWith(start + "HISTORY:"))
                .isSubsetOf(
                        start + "SEQUENCE",
                        start + "PUSHER",
                        start + "OTHERS",
                        // For the length of a lease after a long outage.
                        start + "HELD",
                        start + "TOPICS",
                        start + "RULES",
                        start + "RECORDED",
                        start + "INSTANCES",
                        start + "WATCHED");
    }
}
