package io.delayqueue.memory;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Names of changes that were made once. Changed under the lock of their group only. */
final class AppliedNames {

    private static final long UNCONFIRMED = Duration.ofDays(365).toMillis();

    private static final long CONFIRMED = Duration.ofMinutes(10).toMillis();

    /** The times up to which names are kept, in milliseconds since the epoch, by name. */
    private final Map<String, Long> ends = new HashMap<>();

    boolean has(String name) {
        return ends.containsKey(name);
    }

    void enter(String name, long now) {
        ends.put(name, now + UNCONFIRMED);
    }

    /** Shortens how long names are kept, and removes those whose time is over. */
    void confirm(Collection<String> names, long now) {
        names.forEach(name -> ends.replace(name, now + CONFIRMED));
        ends.values().removeIf(end -> end <= now);
    }

    void clear() {
        ends.clear();
    }
}
