package io.delayqueue.memory;

import io.delayqueue.TaskInfo;
import io.delayqueue.TopicName;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.store.AuditStore;
import io.delayqueue.store.Backend;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.HistoryStore;
import io.delayqueue.store.InstanceStore;
import io.delayqueue.store.LimitStore;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.Signals;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TopicStore;
import io.delayqueue.store.WakeUps;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Store in the memory of this process. It behaves like the one on Redis, uses the clock that is passed to it, and is lost with
 * the process. Several engines may share one: they are instances of one system. Thread-safe.
 */
public final class InMemoryBackend implements Backend {

    private static final Comparator<StoredTask> FIRST =
            Comparator.comparingLong(StoredTask::time).thenComparing(task -> task.id);

    private final MemoryStore store;

    private final TaskStore tasks;

    private final TopicStore topics;

    private final LimitStore limits;

    private final HistoryStore history;

    private final DeadLetterStore deadLetters;

    private final AuditStore audit;

    private final RegistryStore registry;

    private final InMemoryInstanceStore instances;

    private final Signals signals;

    private final WakeUps wakeUps;

    /**
     * Creates an empty store.
     *
     * @param clock the clock of the store
     */
    public InMemoryBackend(Clock clock) {
        this.store = new MemoryStore(Objects.requireNonNull(clock, "clock must not be null"));
        this.tasks = new InMemoryTaskStore(store);
        this.topics = new InMemoryTopicStore(store);
        this.limits = new InMemoryLimitStore(store, topics);
        this.history = new InMemoryHistoryStore(store);
        this.deadLetters = new InMemoryDeadLetterStore(store);
        this.audit = new InMemoryAuditStore(store);
        this.registry = new InMemoryRegistryStore(store.messages());
        this.instances = new InMemoryInstanceStore(store);
        this.signals = new InMemorySignals(store);
        this.wakeUps = new InMemoryWakeUps(store.messages(), false);
    }

    MemoryStore store() {
        return store;
    }

    @Override
    public TaskStore tasks() {
        return tasks;
    }

    @Override
    public TopicStore topics() {
        return topics;
    }

    @Override
    public LimitStore limits() {
        return limits;
    }

    @Override
    public DeadLetterStore deadLetters() {
        return deadLetters;
    }

    @Override
    public HistoryStore history() {
        return history;
    }

    @Override
    public AuditStore audit() {
        return audit;
    }

    @Override
    public RegistryStore registry() {
        return registry;
    }

    @Override
    public InstanceStore instances() {
        return instances;
    }

    @Override
    public Signals signals() {
        return signals;
    }

    @Override
    public WakeUps wakeUps() {
        return wakeUps;
    }

    /** {@return this store: it belongs to one application, so a namespace makes no difference} */
    @Override
    public InMemoryBackend inNamespace(String namespace) {
        return this;
    }

    /** {@return messages of removals alone, passed on by the thread that removes, as soon as it has: for engines without threads} */
    public WakeUps removals() {
        return new InMemoryWakeUps(store.messages(), true);
    }

    /** {@return the word "memory"} */
    @Override
    public String address() {
        return "memory";
    }

    /** {@return the clock by which the store goes} */
    public Clock clock() {
        return store.clock();
    }

    /**
     * Asks when a push may have something to do: the first delayed task of these groups is due, the first lease ends, or time allows the
     * lease of a ready task.
     *
     * @param groups the groups
     * @return when, in the past too if nothing was done about it; null if nothing waits
     */
    public @Nullable Instant next(Collection<String> groups) {
        long next = groups.stream()
                .mapToLong(group -> store.read(group, MemoryGroup::next))
                .min()
                .orElse(TopicTasks.NEVER);
        return next == TopicTasks.NEVER ? null : Instant.ofEpochMilli(next);
    }

    /**
     * Asks which task is to be delivered next.
     *
     * @param candidates the topics to choose from
     * @return the topic whose next ready task was due first, of several the topic of the first id; null if no topic has a task that
     *     could be reserved
     */
    public @Nullable TopicName firstReady(Collection<TopicName> candidates) {
        Map<StoredTask, TopicName> ready = new LinkedHashMap<>();
        for (TopicName topic : candidates) {
            StoredTask next = store.read(topic.group(), in -> in.nextReady(topic));
            if (next != null) {
                ready.put(next, topic);
            }
        }
        return ready.entrySet().stream()
                .min(Comparator.comparing(Map.Entry::getKey, FIRST))
                .map(Map.Entry::getValue)
                .orElse(null);
    }

    /** {@return all tasks of all groups, ordered by the due times of their attempts, then by their ids} */
    public List<TaskInfo> allTasks() {
        return List.copyOf(dueTimes().keySet());
    }

    /**
     * {@return all tasks of all groups with the due times of their attempts: of a delayed, ready or reserved task the next or
     * current attempt, of a dead letter the last. Ordered by these times, then by their ids}
     */
    public Map<TaskInfo, Instant> dueTimes() {
        List<Pending> pending = new ArrayList<>();
        for (MemoryGroup group : store.groups()) {
            pending.addAll(group.step(in -> in.tasks.values().stream()
                    .map(task -> new Pending(task.attemptDue(), task.info(group.name)))
                    .toList()));
        }
        pending.sort(Comparator.comparingLong(Pending::due)
                .thenComparing(each -> each.task().id())
                .thenComparing(each -> each.task().topic().group()));
        Map<TaskInfo, Instant> times = new LinkedHashMap<>();
        pending.forEach(each -> times.put(each.task(), Instant.ofEpochMilli(each.due())));
        return times;
    }

    /** {@return the records of the tasks with an id, of all groups and topics, the newest first} */
    public List<TaskRecord> records(String id) {
        return store.groups().stream()
                .flatMap(group -> group.step(in -> in.records(id)).stream())
                .sorted(Comparator.comparing(TaskRecord::endedAt).reversed())
                .toList();
    }

    private record Pending(long due, TaskInfo task) {}

    /**
     * Removes all tasks of all groups, with their data, pauses, holds, claims and heartbeats. The registry of groups and topics stays, and
     * limits are those that were declared last.
     * Earlier deliveries are stale then; instances that run one of the tasks receive a message.
     */
    public void clear() {
        for (MemoryGroup group : store.groups()) {
            group.step(in -> {
                in.clear();
                return true;
            });
        }
        instances.clear();
    }

    /** Does nothing: the content of the store stays for other engines. */
    @Override
    public void close() {}
}
