package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import redis.clients.jedis.UnifiedJedis;

/** Reads a whole group and holds it to the rule: a task is in exactly one structure, and has a detail. */
public final class GroupAudit {

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
        Map<String, Long> counts = new TreeMap<>();
        client.hkeys(start + "COUNTS").forEach(field -> counts.put(field, 0L));
        Set<String> topics = new TreeSet<>();
        for (String key : List.of("WAITING", "RESERVED")) {
            client.zrange(start + key, 0, -1).forEach(member -> {
                String topic = member.substring(0, member.indexOf(':'));
                topics.add(topic);
                ids.add(member.substring(member.indexOf(':') + 1));
                counts.merge(key + ":" + topic, 1L, Long::sum);
            });
        }
        client.hvals(start + "DETAIL").forEach(detail -> {
            String rest = detail.substring(detail.indexOf("\"topic\":\"") + 9);
            topics.add(rest.substring(0, rest.indexOf('"')));
        });
        for (String topic : topics) {
            for (String level : List.of("", ":HIGH", ":LOW")) {
                ids.addAll(client.zrange(start + "CONSUMING:" + topic + level, 0, -1));
            }
            ids.addAll(client.zrange(start + "DEAD:" + topic, 0, -1));
            assertThat(client.llen(start + "SIGNAL:" + topic))
                    .as("signals of " + topic)
                    .isLessThanOrEqualTo(1);
        }
        Map<String, Long> stored = new TreeMap<>();
        client.hgetAll(start + "COUNTS").forEach((field, count) -> stored.put(field, Long.valueOf(count)));
        assertThat(stored).as("counts of " + start).isEqualTo(counts);
        assertThat(ids).as("tasks in the structures of " + start).doesNotHaveDuplicates();
        assertThat(ids).as("tasks in the structures of " + start).containsExactlyInAnyOrderElementsOf(details);
        assertThat(details).as("details").containsAll(client.hkeys(start + "DELIVERIES"));
        assertThat(details).as("details").containsAll(client.hkeys(start + "ERRORS"));
    }

    /**
     * Fails if anything is left of a task: only the counter of deliveries, the claim on pushing, signals and heartbeats may
     * stay, and for some seconds the answers to calls.
     */
    public void checkNothingLeft() {
        assertThat(client.keys(start + "*"))
                .filteredOn(key -> !key.startsWith(start + "SIGNAL:") && !key.startsWith(start + "POKE:"))
                .filteredOn(key -> !key.startsWith(start + "CALL:"))
                .isSubsetOf(
                        start + "SEQUENCE",
                        start + "PUSHER",
                        start + "OTHERS",
                        // For the length of a lease after a long outage.
                        start + "HELD",
                        start + "COUNTS",
                        start + "INSTANCES",
                        start + "WATCHED");
    }
}
