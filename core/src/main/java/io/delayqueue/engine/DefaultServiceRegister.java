package io.delayqueue.engine;

import io.delayqueue.ServiceRegister;
import io.delayqueue.TopicName;
import io.delayqueue.store.RegistryStore;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The register in the store, plus what this instance was told to work for. */
final class DefaultServiceRegister implements ServiceRegister {

    private final RegistryStore store;

    private final Consumer<String> declared;

    private final Runnable changed;

    /**
     * Creates the register.
     *
     * @param declared told of each group that is registered here
     * @param changed told after each change made here, so that this instance follows without waiting for a message
     */
    DefaultServiceRegister(RegistryStore store, Consumer<String> declared, Runnable changed) {
        this.store = store;
        this.declared = declared;
        this.changed = changed;
    }

    @Override
    public boolean registerGroup(String group) {
        boolean result = store.registerGroup(TopicName.requireGroup(group));
        declared.accept(group);
        changed.run();
        return result;
    }

    @Override
    public boolean registerTopic(String group, String topic) {
        boolean result = store.registerTopics(List.of(new TopicName(group, topic)));
        declared.accept(group);
        changed.run();
        return result;
    }

    @Override
    public boolean isGroupRegistered(String group) {
        return store.topics(TopicName.requireGroup(group)) != null;
    }

    @Override
    public boolean isTopicRegistered(String group, String topic) {
        TopicName name = new TopicName(group, topic);
        Set<String> topics = store.topics(name.group());
        return topics != null && topics.contains(name.topic());
    }

    @Override
    public boolean cancelGroup(String group) {
        boolean result = store.cancelGroup(TopicName.requireGroup(group));
        changed.run();
        return result;
    }

    @Override
    public boolean cancelTopic(String group, String topic) {
        boolean result = store.cancelTopic(new TopicName(group, topic));
        changed.run();
        return result;
    }
}
