package io.delayqueue.memory;

import io.delayqueue.store.LimitStore;
import io.delayqueue.store.Rules;
import io.delayqueue.store.TopicStore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changes rules in memory: each change is one step of the group. */
final class InMemoryLimitStore implements LimitStore {

    private final MemoryStore store;

    private final TopicStore topics;

    InMemoryLimitStore(MemoryStore store, TopicStore topics) {
        this.store = store;
        this.topics = topics;
    }

    @Override
    public TopicStore topics() {
        return topics;
    }

    @Override
    public <T> T change(String group, @Nullable String field, Function<Rules, T> change) {
        return store.change(group, in -> in.rules.change(change));
    }
}
