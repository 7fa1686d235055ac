package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.RestoreParams;

/** All keys of one group on one server, to put them back later. */
public final class GroupSnapshot {

    private final UnifiedJedis client;

    private final String group;

    private final List<Entry> entries = new ArrayList<>();

    private record Entry(byte[] key, byte[] value, long expiresIn) {}

    public GroupSnapshot(UnifiedJedis client, String group) {
        this.client = client;
        this.group = group;
        for (String key : keys()) {
            byte[] name = key.getBytes(UTF_8);
            byte[] value = client.dump(name);
            // A claim may have expired meanwhile.
            if (value != null) {
                entries.add(new Entry(name, value, Math.max(0, client.pttl(key))));
            }
        }
    }

    /** Takes the group back. */
    public void restore() {
        keys().forEach(client::del);
        entries.forEach(entry -> client.restore(
                entry.key(),
                entry.expiresIn(),
                entry.value(),
                RestoreParams.restoreParams().replace()));
    }

    private Set<String> keys() {
        return client.keys("{" + group + "}:*");
    }
}
