package io.delayqueue.memory;

import io.delayqueue.TopicName;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.store.LimitStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Limits in memory: each method is one step of the group. */
final class InMemoryLimitStore implements LimitStore {

    private final MemoryStore store;

    InMemoryLimitStore(MemoryStore store) {
        this.store = store;
    }

    @Override
    public Changes declare(String group, Declaration declaration, @Nullable Collection<Declaration> live) {
        return store.change(group, in -> in.rules.declare(declaration, live));
    }

    @Override
    public List<LimitInfo> list(String group) {
        return store.read(group, in -> in.rules.infos());
    }

    @Override
    public TopicRule rule(TopicName topic) {
        return store.read(topic.group(), in -> in.rules.rule(topic.topic()));
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
