package io.delayqueue.memory;

import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Tasks in memory: each method is one step of a group. It always answers, and no reply is lost. */
final class InMemoryTaskStore implements TaskStore {

    private final MemoryStore store;

    InMemoryTaskStore(MemoryStore store) {
        this.store = store;
    }

    private <T> T step(String group, BiFunction<MemoryGroup, StepTime, T> step) {
        MemoryGroup changed = store.group(group);
        return changed.step(now -> step.apply(changed, now));
    }

    @Override
    public List<AddStatus> add(String group, List<NewTask> tasks) {
        return step(group, (in, now) -> new Adding(in, now).add(tasks));
    }

    @Override
    public PushResult push(String group, String instance, Collection<String> sweep, ExpectedTime expected) {
        return step(group, (in, now) -> new Moves(in, now).push(instance, sweep));
    }

    @Override
    public void resign(String group, String instance) {
        step(group, (in, now) -> {
            boolean resigned = in.claims.resign(instance, now);
            if (resigned) {
                in.messages().pusherResigned(group);
            }
            return resigned;
        });
    }

    @Override
    public Reservation reserve(TopicName topic, String instance, Duration lease, int limit) {
        return step(topic.group(), (in, now) -> new Moves(in, now).reserve(taking(topic, instance, lease, limit)));
    }

    @Override
    public PushAndReserveResult pushAndReserve(
            TopicName topic,
            String instance,
            Collection<String> sweep,
            ExpectedTime expected,
            Duration lease,
            int limit) {
        return step(topic.group(), (in, now) -> new Moves(in, now)
                .pushAndReserve(taking(topic, instance, lease, limit), sweep));
    }

    private static Moves.Taking taking(TopicName topic, String instance, Duration lease, int limit) {
        return new Moves.Taking(topic.topic(), instance, lease.toMillis(), limit);
    }

    @Override
    public int reclaim(TopicName topic, String instance, long after, Collection<Delivery> known) {
        return step(topic.group(), (in, now) -> new Moves(in, now).reclaim(topic.topic(), instance, after, known));
    }

    @Override
    public List<Delivery> acknowledge(String group, List<? extends Outcome> outcomes) {
        return outcomes.isEmpty()
                ? List.of()
                : step(group, (in, now) -> new Acknowledging(in, now).acknowledge(outcomes));
    }

    @Override
    public List<Delivery> renew(String group, List<Delivery> deliveries, Duration lease) {
        return step(group, (in, now) -> new Acknowledging(in, now).renew(deliveries, lease.toMillis()));
    }

    @Override
    public List<@Nullable TaskInfo> find(String group, List<String> ids) {
        MemoryGroup seen = store.seen(group);
        return seen.step(now -> new Operations(seen, now).find(ids));
    }

    @Override
    public List<@Nullable TaskInfo> remove(String group, List<String> ids) {
        return step(group, (in, now) -> new Operations(in, now).remove(ids));
    }

    @Override
    public RescheduleResult reschedule(String group, String id, long time, boolean relative) {
        return step(group, (in, now) -> new Operations(in, now).reschedule(id, time, relative));
    }

    @Override
    public boolean interrupt(String group, String id, @Nullable Instant reservedAt) {
        return step(group, (in, now) -> new Operations(in, now).interrupt(id, reservedAt));
    }

    @Override
    public boolean isInterruptRequested(String group, Delivery delivery) {
        MemoryGroup seen = store.seen(group);
        return seen.step(now -> new Operations(seen, now).isInterruptRequested(delivery));
    }

    @Override
    public List<String> requeue(String group, List<String> ids) {
        return step(group, (in, now) -> new Operations(in, now).requeue(ids));
    }

    @Override
    public boolean requeueEdited(String group, String id, UnaryOperator<byte[]> edit) {
        return step(group, (in, now) -> new Operations(in, now).requeueEdited(id, edit));
    }

    @Override
    public boolean edit(String group, String id, TaskEdit edit) {
        return step(group, (in, now) -> new Operations(in, now).edit(id, edit));
    }

    @Override
    public long time(String group) {
        return StepTime.of(store.clock().instant()).millis();
    }
}
