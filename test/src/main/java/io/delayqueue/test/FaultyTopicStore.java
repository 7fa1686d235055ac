package io.delayqueue.test;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.TopicStore;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The topics of a store of which calls fail that are to fail. */
final class FaultyTopicStore implements TopicStore {

    private final TopicStore store;

    private final StoreFaults faults;

    FaultyTopicStore(TopicStore store, StoreFaults faults) {
        this.store = store;
        this.faults = faults;
    }

    @Override
    public TaskPage list(TopicName topic, TaskState state, @Nullable String cursor, int limit, boolean payloads) {
        return faults.around(StoreCall.LIST, () -> store.list(topic, state, cursor, limit, payloads));
    }

    @Override
    public List<TaskCounts> count(String group, Collection<String> topics) {
        return faults.around(StoreCall.COUNT, () -> store.count(group, topics));
    }

    @Override
    public boolean pause(TopicName topic) {
        return faults.around(StoreCall.PAUSE, () -> store.pause(topic));
    }

    @Override
    public boolean resume(TopicName topic) {
        return faults.around(StoreCall.RESUME, () -> store.resume(topic));
    }

    @Override
    public TopicStep cancelTopic(TopicName topic, @Nullable String from) {
        return faults.around(StoreCall.CANCEL_TOPIC, () -> store.cancelTopic(topic, from));
    }

    @Override
    public TopicStep requeueTopic(TopicName topic, @Nullable String from) {
        return faults.around(StoreCall.REQUEUE_TOPIC, () -> store.requeueTopic(topic, from));
    }

    @Override
    public TopicStep purgeTopic(TopicName topic, @Nullable String from) {
        return faults.around(StoreCall.PURGE_TOPIC, () -> store.purgeTopic(topic, from));
    }

    @Override
    public int trimDeadLetters(TopicName topic, DeadLetterRetention retention) {
        return faults.around(StoreCall.TRIM, () -> store.trimDeadLetters(topic, retention));
    }

    @Override
    public int forgetEmpty(String group, Collection<String> keep) {
        return faults.around(StoreCall.TRIM, () -> store.forgetEmpty(group, keep));
    }
}
