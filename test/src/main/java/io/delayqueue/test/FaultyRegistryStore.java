package io.delayqueue.test;

import io.delayqueue.TopicName;
import io.delayqueue.store.RegistryStore;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The register of a store of which calls fail that are to fail. */
final class FaultyRegistryStore implements RegistryStore {

    private final RegistryStore store;

    private final StoreFaults faults;

    FaultyRegistryStore(RegistryStore store, StoreFaults faults) {
        this.store = store;
        this.faults = faults;
    }

    @Override
    public Map<String, Set<String>> load() {
        return faults.around(StoreCall.READ_REGISTER, store::load);
    }

    @Override
    public @Nullable Set<String> topics(String group) {
        return faults.<@Nullable Set<String>>around(StoreCall.READ_REGISTER, () -> store.topics(group));
    }

    @Override
    public boolean registerGroup(String group) {
        return faults.around(StoreCall.REGISTER, () -> store.registerGroup(group));
    }

    @Override
    public boolean registerTopics(Collection<TopicName> topics) {
        return faults.around(StoreCall.REGISTER, () -> store.registerTopics(topics));
    }

    @Override
    public boolean restore(Map<String, Set<String>> lost) {
        return faults.around(StoreCall.REGISTER, () -> store.restore(lost));
    }

    @Override
    public boolean cancelGroup(String group) {
        return faults.around(StoreCall.UNREGISTER, () -> store.cancelGroup(group));
    }

    @Override
    public boolean cancelTopic(TopicName topic) {
        return faults.around(StoreCall.UNREGISTER, () -> store.cancelTopic(topic));
    }
}
