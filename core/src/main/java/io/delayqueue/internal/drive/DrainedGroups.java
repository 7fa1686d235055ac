package io.delayqueue.internal.drive;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Groups that an engine drains: no task of a drained group begins here, while running callbacks end and due tasks become ready. */
public final class DrainedGroups {

    private final Set<String> groups = ConcurrentHashMap.newKeySet();

    private volatile boolean all;

    public boolean contains(String group) {
        return all || groups.contains(group);
    }

    public void add(String group) {
        groups.add(group);
    }

    /** Adds all groups, including those that the engine serves later. */
    public void addAll() {
        all = true;
    }

    public void clear() {
        all = false;
        groups.clear();
    }
}
