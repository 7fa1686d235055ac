package io.delayqueue.internal.registry;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Holds values by name while they are in use: all callers get the same value while it is referenced, then it is discarded. Names
 * come from callers, so their number has no limit. Thread-safe.
 */
public final class InUse<V> {

    private final Map<String, Entry<V>> entries = new ConcurrentHashMap<>();

    private final ReferenceQueue<V> gone = new ReferenceQueue<>();

    private final Function<String, V> create;

    private static final class Entry<V> extends WeakReference<V> {

        private final String name;

        Entry(String name, V value, ReferenceQueue<V> gone) {
            super(value, gone);
            this.name = name;
        }
    }

    /**
     * Creates an empty collection.
     *
     * @param create creates the value of a name; its result may be discarded
     */
    public InUse(Function<String, V> create) {
        this.create = create;
    }

    public V get(String name) {
        removeGone();
        while (true) {
            Entry<V> entry = entries.get(name);
            V known = entry == null ? null : entry.get();
            if (known != null) {
                return known;
            }
            V created = create.apply(name);
            if (put(name, entry, new Entry<>(name, created, gone))) {
                return created;
            }
        }
    }

    private boolean put(String name, @Nullable Entry<V> old, Entry<V> entry) {
        return old == null ? entries.putIfAbsent(name, entry) == null : entries.replace(name, old, entry);
    }

    int size() {
        removeGone();
        return entries.size();
    }

    @SuppressWarnings("unchecked")
    private void removeGone() {
        for (Entry<V> entry; (entry = (Entry<V>) gone.poll()) != null; ) {
            entries.remove(entry.name, entry);
        }
    }
}
