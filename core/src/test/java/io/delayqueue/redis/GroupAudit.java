package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
        Set<String> topics = new TreeSet<>();
        for (String key : List.of("WAITING", "RESERVED", "DEAD")) {
            client.zrange(start + key, 0, -1).forEach(member -> {
                topics.add(member.substring(0, member.indexOf(':')));
                ids.add(member.substring(member.indexOf(':') + 1));
            });
        }
        client.hvals(start + "DETAIL").forEach(detail -> {
            String rest = detail.substring(detail.indexOf("\"topic\":\"") + 9);
            topics.add(rest.substring(0, rest.indexOf('"')));
        });
        for (String topic : topics) {
            List<String> ready = client.lrange(start + "CONSUMING:" + topic, 0, -1);
            ids.addAll(ready);
            assertThat(client.llen(start + "SIGNAL:" + topic))
                    .as("signals of " + topic)
                    .isLessThanOrEqualTo(1);
        }
        assertThat(ids).as("tasks in the structures of " + start).doesNotHaveDuplicates();
        assertThat(ids).as("tasks in the structures of " + start).containsExactlyInAnyOrderElementsOf(details);
        assertThat(details).as("details").containsAll(client.hkeys(start + "DELIVERIES"));
        assertThat(details).as("details").containsAll(client.hkeys(start + "ERRORS"));
    }

    /** Fails if anything is left of a task: only the counter of deliveries, the claim on pushing and signals may stay. */
    public void checkNothingLeft() {
        assertThat(client.keys(start + "*"))
                .filteredOn(key -> !key.startsWith(start + "SIGNAL:") && !key.startsWith(start + "POKE:"))
                .isSubsetOf(start + "SEQUENCE", start + "PUSHER");
    }
}
