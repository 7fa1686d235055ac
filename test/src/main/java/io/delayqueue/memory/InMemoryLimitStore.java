package io.delayqueue.memory;

import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.store.LimitStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiPredicate;

/** Limits in memory: each method is one step of the group. */
final class InMemoryLimitStore implements LimitStore {

    private final MemoryStore store;

    InMemoryLimitStore(MemoryStore store) {
        this.store = store;
    }

    @Override
    public SortedMap<String, String> declare(
            String group, Declaration declaration, BiPredicate<String, String> isLive) {
        return store.change(group, in -> in.rules.declare(declaration, isLive));
    }

    @Override
    public List<LimitInfo> list(String group) {
        return store.read(group, in -> in.rules.infos());
    }

    @Override
    public void set(Limit limit) {
        store.change(limit.group(), in -> in.rules.set(limit));
    }

    @Override
    public boolean reset(String group, String name) {
        return store.change(group, in -> in.rules.reset(name));
    }

    @Override
    public boolean remove(String group, String name) {
        return store.change(group, in -> in.rules.remove(name));
    }

    @Override
    public Map<String, Set<String>> audit(String group, boolean repair) {
        return store.change(group, in -> in.rules.audit(repair));
    }

    @Override
    public boolean hold(String group, String name, Instant until) {
        return store.change(group, in -> in.rules.holdLimit(name, until.toEpochMilli()));
    }
}
