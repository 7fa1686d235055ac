package io.delayqueue.internal.push;

import io.delayqueue.log.Loggers;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Keys of a group's topics with a foreign type, found by the pushes of this instance. Logs each once. Changed by the
 * pusher only.
 */
public final class ForeignKeys {

    private static final Logger log = Loggers.of(ForeignKeys.class);

    private final String group;

    /** Topics by keys. */
    private volatile Map<String, String> known = Map.of();

    ForeignKeys(String group) {
        this.group = group;
    }

    /** {@return their names, sorted} */
    List<String> names() {
        return known.keySet().stream().sorted().toList();
    }

    /**
     * Updates the keys after a push.
     *
     * @param swept the topics of which all keys were checked; of others only the used keys are known
     */
    void found(Map<String, String> keys, Collection<String> swept) {
        if (keys.isEmpty() && known.isEmpty()) {
            return;
        }
        Map<String, String> now = new HashMap<>(known);
        now.values().removeAll(swept);
        now.putAll(keys);
        keys.forEach((key, topic) -> {
            if (!known.containsKey(key)) {
                log.warn(
                        "{}/{}: the key {} is of a type that only another program or an older layout can have written. It keeps"
                                + " tasks of this topic from being ready, of no other; delete or rename the key, and they go on within"
                                + " ten seconds. A signal is replaced. Logged once",
                        group,
                        topic,
                        key);
            }
        });
        known = Map.copyOf(now);
    }

    /** Clears the keys, because another instance pushes and finds them. */
    void forget() {
        known = Map.of();
    }
}
