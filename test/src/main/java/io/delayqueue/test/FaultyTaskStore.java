package io.delayqueue.test;

import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.Handover;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.NextRun;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Release;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.Retry;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tasks of a store of which calls fail that are to fail. */
final class FaultyTaskStore implements TaskStore {

    private final TaskStore store;

    private final StoreFaults faults;

    FaultyTaskStore(TaskStore store, StoreFaults faults) {
        this.store = store;
        this.faults = faults;
    }

    @Override
    public List<AddStatus> add(String group, List<NewTask> tasks) {
        return faults.around(StoreCall.ADD, () -> store.add(group, tasks));
    }

    @Override
    public PushResult push(String group, String instance, Collection<String> sweep, ExpectedTime expected) {
        return faults.around(StoreCall.PUSH, () -> store.push(group, instance, sweep, expected));
    }

    @Override
    public void resign(String group, String instance) {
        store.resign(group, instance);
    }

    @Override
    public Reservation reserve(TopicName topic, String instance, Duration lease, int limit) {
        return faults.around(StoreCall.RESERVE, () -> store.reserve(topic, instance, lease, limit));
    }

    @Override
    public Handover deliver(
            TopicName topic,
            String instance,
            Collection<String> sweep,
            ExpectedTime expected,
            Duration lease,
            int limit) {
        return faults.around(StoreCall.RESERVE, () -> store.deliver(topic, instance, sweep, expected, lease, limit));
    }

    @Override
    public int reclaim(TopicName topic, String instance, Collection<Delivery> known) {
        return faults.around(StoreCall.RECLAIM, () -> store.reclaim(topic, instance, known));
    }

    @Override
    public List<Delivery> finish(String group, List<Delivery> deliveries) {
        return faults.around(StoreCall.FINISH, () -> store.finish(group, deliveries));
    }

    @Override
    public List<Delivery> retry(String group, List<Retry> retries) {
        return faults.around(StoreCall.RETRY, () -> store.retry(group, retries));
    }

    @Override
    public List<Delivery> repeat(String group, List<NextRun> runs) {
        return faults.around(StoreCall.REPEAT, () -> store.repeat(group, runs));
    }

    @Override
    public List<Delivery> bury(String group, List<Burial> burials) {
        return faults.around(StoreCall.BURY, () -> store.bury(group, burials));
    }

    @Override
    public List<Delivery> release(String group, List<Release> releases) {
        return faults.around(StoreCall.RELEASE, () -> store.release(group, releases));
    }

    @Override
    public List<Delivery> renew(String group, List<Delivery> deliveries, Duration lease) {
        return faults.around(StoreCall.RENEW, () -> store.renew(group, deliveries, lease));
    }

    @Override
    public List<@Nullable TaskInfo> find(String group, List<String> ids) {
        return faults.around(StoreCall.FIND, () -> store.find(group, ids));
    }

    @Override
    public List<@Nullable TaskInfo> cancel(String group, List<String> ids) {
        return faults.around(StoreCall.CANCEL, () -> store.cancel(group, ids));
    }

    @Override
    public RescheduleResult reschedule(String group, String id, long time, boolean relative) {
        return faults.around(StoreCall.RESCHEDULE, () -> store.reschedule(group, id, time, relative));
    }

    @Override
    public List<String> requeue(String group, List<String> ids) {
        return faults.around(StoreCall.REQUEUE, () -> store.requeue(group, ids));
    }

    @Override
    public long time(String group) {
        return faults.around(StoreCall.TIME, () -> store.time(group));
    }
}
