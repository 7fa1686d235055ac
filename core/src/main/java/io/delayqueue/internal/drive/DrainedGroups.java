package io.delayqueue.internal.drive;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Groups that an engine drains: no task of a drained group begins here, while running callbacks end and due tasks become ready. */
public final class DrainedGroups {

    private final Set<String> groups = ConcurrentHashMap.newKeySet();

    private volatile boolean all;

    private volatile boolean ready = true;

    public boolean contains(String group) {
        return all || !ready || groups.contains(group);
    }

    public void add(String group) {
        groups.add(group);
    }

    /** Adds all groups, including those that the engine serves later. */
    public void addAll() {
        all = true;
    }

    /**
     * Sets whether the application is ready. All groups are drained while it is not.
     *
     * @return whether that is a change
     */
    public synchronized boolean setReady(boolean ready) {
        boolean changed = this.ready != ready;
        this.ready = ready;
        return changed;
    }

    public void clear() {
        all = false;
        setReady(true);
        groups.clear();
    }
}
