package io.delayqueue.memory;

import io.delayqueue.IfExists;
import io.delayqueue.RescheduleResult;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.AddStatus.Kind;
import io.delayqueue.store.Change;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.ExpectedTime;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.Outcome;
import io.delayqueue.store.PushAndReserveResult;
import io.delayqueue.store.PushResult;
import io.delayqueue.store.Reservation;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TaskFilter;
import io.delayqueue.store.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tasks in memory: each method is one step of a group. It always answers, and no reply is lost. */
final class InMemoryTaskStore implements TaskStore {

    private final MemoryStore store;

    InMemoryTaskStore(MemoryStore store) {
        this.store = store;
    }

    @Override
    public List<AddStatus> add(String group, List<NewTask> tasks) {
        return store.change(group, in -> add(in, tasks));
    }

    private static List<AddStatus> add(MemoryGroup in, List<NewTask> tasks) {
        // The last task of the call for each id.
        Map<String, StoredTask> entered = new LinkedHashMap<>();
        DueTimes dueTimes = new DueTimes(in);
        List<AddStatus> result =
                tasks.stream().map(task -> add(in, task, entered, dueTimes)).toList();
        entered.values().forEach(task -> write(in, task));
        return result;
    }

    private static AddStatus add(MemoryGroup in, NewTask task, Map<String, StoredTask> entered, DueTimes dueTimes) {
        StoredTask there = entered.getOrDefault(task.id(), in.tasks.get(task.id()));
        if (there != null && !there.topic.equals(task.topic())) {
            return new AddStatus(Kind.OTHER_TOPIC, there.due);
        }
        if (there != null && task.mode().ifExists() != IfExists.REPLACE) {
            return new AddStatus(there.isOf(task.detail()) ? Kind.REPEATED : Kind.EXISTED, there.due);
        }
        Long recent = there == null && task.mode().uniqueFor() > 0 ? in.beginWindow(task) : null;
        if (recent != null) {
            return new AddStatus(Kind.RECENT, recent);
        }
        if (there != null && !entered.containsKey(task.id()) && task.mode().longestWait() == 0) {
            in.history(task.topic()).leaves(there, RecordedOutcome.REPLACED);
        }
        StoredTask added = dueTimes.task(task, there);
        entered.put(task.id(), added);
        if (added.key != null) {
            in.rules.orderKeys(added.topic);
        }
        return new AddStatus(there == null ? Kind.ADDED : Kind.REPLACED, added.due);
    }

    private static void write(MemoryGroup in, StoredTask task) {
        StoredTask replaced = in.tasks.get(task.id);
        if (replaced != null) {
            in.takeAway(replaced);
            if (replaced.state == TaskState.RESERVED) {
                long number = Pushing.held(replaced).number();
                in.messages().removed(in.name, replaced.topic, replaced.id, number, true);
            }
        }
        in.tasks.put(task.id, task);
        in.enter(task, TaskState.DELAYED, task.due);
    }

    @Override
    public PushResult push(String group, String instance, Collection<String> sweep, ExpectedTime expected) {
        return store.change(
                group, in -> new Pushing(in).push(instance, sweep, null).push());
    }

    @Override
    public void resign(String group, String instance) {
        store.change(group, in -> {
            boolean resigned = in.claims.resign(instance, in.now());
            if (resigned) {
                in.messages().pusherResigned(group);
            }
            return resigned;
        });
    }

    @Override
    public Reservation reserve(TopicName topic, String instance, Duration lease, int limit) {
        return store.change(topic.group(), in -> new Pushing(in).reserve(taking(topic, instance, lease, limit)));
    }

    @Override
    public PushAndReserveResult pushAndReserve(
            TopicName topic,
            String instance,
            Collection<String> sweep,
            ExpectedTime expected,
            Duration lease,
            int limit) {
        return store.change(
                topic.group(), in -> new Pushing(in).push(instance, sweep, taking(topic, instance, lease, limit)));
    }

    private static Pushing.Taking taking(TopicName topic, String instance, Duration lease, int limit) {
        return new Pushing.Taking(topic.topic(), instance, lease.toMillis(), limit);
    }

    @Override
    public int reclaim(TopicName topic, String instance, long after, Collection<Delivery> known) {
        return store.change(topic.group(), in -> new Pushing(in).reclaim(topic.topic(), instance, after, known));
    }

    @Override
    public List<Delivery> acknowledge(String group, List<? extends Outcome> outcomes) {
        return outcomes.isEmpty() ? List.of() : store.change(group, in -> new Acknowledging(in).acknowledge(outcomes));
    }

    @Override
    public List<Delivery> renew(String group, List<Delivery> deliveries, Duration lease) {
        return store.change(group, in -> new Acknowledging(in).renew(deliveries, lease.toMillis()));
    }

    @Override
    public List<@Nullable TaskInfo> find(String group, List<String> ids) {
        return store.read(group, in -> find(in, ids));
    }

    private static List<@Nullable TaskInfo> find(MemoryGroup in, List<String> ids) {
        List<@Nullable TaskInfo> found = new ArrayList<>(ids.size());
        for (String id : ids) {
            StoredTask task = in.tasks.get(id);
            found.add(task == null ? null : task.info(in.name));
        }
        return found;
    }

    @Override
    public List<@Nullable TaskInfo> remove(String group, List<String> ids, @Nullable TaskFilter only) {
        return store.change(group, in -> {
            List<@Nullable TaskInfo> removed = find(in, ids);
            for (int i = 0; i < ids.size(); i++) {
                TaskInfo task = removed.get(i);
                if (task != null && (only == null || only.matches(task))) {
                    remove(in, ids.get(i));
                } else {
                    removed.set(i, null);
                }
            }
            return removed;
        });
    }

    private static boolean remove(MemoryGroup in, String id) {
        StoredTask task = in.tasks.get(id);
        if (task != null) {
            in.history(task.topic).leaves(task, RecordedOutcome.REMOVED);
            in.remove(task);
        }
        return task != null;
    }

    @Override
    public RescheduleResult reschedule(String group, String id, long time, boolean relative) {
        return store.change(group, in -> reschedule(in, id, time, relative));
    }

    private static RescheduleResult reschedule(MemoryGroup in, String id, long time, boolean relative) {
        StoredTask task = in.tasks.get(id);
        if (task == null) {
            return new RescheduleResult(RescheduleResult.Outcome.NOT_FOUND, null);
        }
        RescheduleResult.Outcome outcome =
                switch (task.state) {
                    case DELAYED, READY -> RescheduleResult.Outcome.RESCHEDULED;
                    case RESERVED -> RescheduleResult.Outcome.RUNNING;
                    case DEAD -> RescheduleResult.Outcome.DEAD;
                };
        long now = in.now().roundedUp();
        long due = relative ? now + time : time;
        // A due task that is rescheduled to now keeps its position, instead of moving behind the others.
        boolean stays = (task.state == TaskState.READY || task.time() < now) && due <= now;
        if (outcome == RescheduleResult.Outcome.RESCHEDULED && !stays) {
            task.rescheduled(due, now);
            in.delay(task, due);
        }
        return new RescheduleResult(outcome, Instant.ofEpochMilli(task.due));
    }

    @Override
    public Change.Applied apply(String group, List<Change> changes, long notAfter) {
        return store.change(group, in -> {
            long now = in.now().millis();
            boolean late = now > notAfter;
            List<Change.Result> results = late
                    ? List.of()
                    : changes.stream().map(change -> applyOnce(in, change)).toList();
            return new Change.Applied(results, late, now);
        });
    }

    private static Change.Result applyOnce(MemoryGroup in, Change change) {
        if (in.applied.has(change.name())) {
            return Change.Result.REPEATED;
        }
        Change.Result result = apply(in, change);
        if (result != Change.Result.OTHER_TOPIC) {
            in.applied.enter(change.name(), in.now().millis());
        }
        return result;
    }

    private static Change.Result apply(MemoryGroup in, Change change) {
        if (change instanceof Change.Add added) {
            return switch (add(in, List.of(added.task())).get(0).kind()) {
                case ADDED, REPLACED -> Change.Result.MADE;
                case OTHER_TOPIC -> Change.Result.OTHER_TOPIC;
                default -> Change.Result.NOT_MADE;
            };
        }
        boolean made = change instanceof Change.Reschedule moved
                ? reschedule(in, moved.id(), moved.time(), moved.relative()).outcome()
                        == RescheduleResult.Outcome.RESCHEDULED
                : remove(in, change.id());
        return made ? Change.Result.MADE : Change.Result.NOT_MADE;
    }

    @Override
    public void confirm(String group, Collection<String> names) {
        store.change(group, in -> {
            in.applied.confirm(names, in.now().millis());
            return true;
        });
    }

    @Override
    public boolean interrupt(String group, String id, @Nullable Instant reservedAt) {
        return store.change(group, in -> {
            StoredTask task = in.tasks.get(id);
            if (task == null || task.state != TaskState.RESERVED || task.held == null) {
                return false;
            }
            if (reservedAt != null && !reservedAt.equals(Instant.ofEpochMilli(task.held.reservedAt()))) {
                return false;
            }
            task.interruptRequested = task.held.number();
            in.messages().interrupted(in.name, task.topic, id, task.held.number());
            return true;
        });
    }

    @Override
    public boolean isInterruptRequested(String group, Delivery delivery) {
        return store.read(group, in -> {
            StoredTask task = in.tasks.get(delivery.id());
            return task != null
                    && task.held != null
                    && task.held.number() == delivery.number()
                    && task.interruptRequested == delivery.number();
        });
    }

    @Override
    public boolean edit(String group, String id, TaskEdit edit) {
        return store.change(group, in -> {
            StoredTask task = in.tasks.get(id);
            TaskEdit.Edited edited = task == null ? null : edit.apply(task.detail(), task.info(in.name, false));
            if (task == null || edited == null) {
                return false;
            }
            task.rewrite(edited.json());
            if (edited.time() != null && (task.state == TaskState.DELAYED || task.state == TaskState.READY)) {
                in.delay(task, edited.time());
            } else if (edited.time() != null && task.state == TaskState.RESERVED) {
                task.held = Pushing.held(task).returningTo(edited.time());
                if (edited.time() >= TaskEdit.PAUSED_UNTIL) {
                    in.messages().paused(new TopicName(in.name, task.topic));
                }
            }
            return true;
        });
    }

    @Override
    public long time(String group) {
        return store.now().millis();
    }
}
