package io.delayqueue.internal.registry;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.store.Backend;
import io.delayqueue.store.RegistryStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/**
 * Finds topics that have tasks and are not registered. After the first add to a topic that this engine does not know, it is recorded in
 * the store on another thread, with a warning if it is not registered. Later adds to such topics renew their records, together if
 * possible. Thread-safe.
 */
public final class UnregisteredTopics implements EngineObserver {

    private static final Logger log = Loggers.of(UnregisteredTopics.class);

    /**
     * Time after which an add records its topic again with the next call. After twice this time it makes a call: before the record may be
     * forgotten.
     */
    static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);

    /** Time after which an add checks a topic again that was registered. */
    static final long REGISTERED_INTERVAL = TimeUnit.MINUTES.toNanos(10);

    /** Maximum number of topics that are remembered as checked: requests over HTTP can bring any names. */
    static final int MAX_TOPICS = 10_000;

    static final int MAX_WARNINGS = 100;

    /** Maximum number of groups whose topics a cleaning counts, in a call each: each instance makes one a minute. */
    static final int MAX_GROUPS = 5;

    private final Backend backend;

    private final LocalTopics localTopics;

    private final Predicate<TopicName> known;

    private final Executor executor;

    private final LongSupplier nanoTime;

    /** By topic, the time of its next check. */
    private final Map<TopicName, Long> due = new ConcurrentHashMap<>();

    private final Set<TopicName> pending = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean wanted = new AtomicBoolean();

    private final AtomicBoolean cleaningWanted = new AtomicBoolean();

    private final AtomicBoolean busy = new AtomicBoolean();

    private final Set<TopicName> warned = ConcurrentHashMap.newKeySet();

    private volatile Set<TopicName> found = Set.of();

    private volatile long called;

    private String lastGroup = "";

    /**
     * Creates it.
     *
     * @param known whether a topic is registered as far as this engine knows, without a call of the store
     * @param executor runs the checks
     * @param nanoTime the time, as {@link System#nanoTime} gives it
     */
    public UnregisteredTopics(
            Backend backend,
            LocalTopics localTopics,
            Predicate<TopicName> known,
            Executor executor,
            LongSupplier nanoTime) {
        this.backend = backend;
        this.localTopics = localTopics;
        this.known = known;
        this.executor = executor;
        this.nanoTime = nanoTime;
        this.called = nanoTime.getAsLong();
    }

    /**
     * Returns the unregistered topics with tasks that this engine knows of, without waiting for the store.
     *
     * @param cleaned whether {@link #cleanSoon} is called each minute; if not, this does so while there are such topics
     */
    public Set<TopicName> found(boolean cleaned) {
        Set<TopicName> names = found;
        if (!cleaned && !names.isEmpty() && nanoTime.getAsLong() - called >= INTERVAL) {
            cleanSoon();
        }
        return names.stream().anyMatch(known)
                ? names.stream().filter(known.negate()).collect(Collectors.toUnmodifiableSet())
                : names;
    }

    @Override
    public void added(TopicName topic, int tasks) {
        // A pulled topic is registered with its first task. Others that are declared here may have been unregistered
        // elsewhere.
        if (known.test(topic) || localTopics.isAwaited(topic)) {
            return;
        }
        Long at = due.get(topic);
        long now = nanoTime.getAsLong();
        if (at == null) {
            if (hasRoom(now) && due.putIfAbsent(topic, now + INTERVAL) == null) {
                pending.add(topic);
                checkSoon();
            }
        } else if (now - at >= 0) {
            pending.add(topic);
            if (now - at >= INTERVAL) {
                checkSoon();
            }
        }
    }

    /** Whether one more topic can be remembered; those are forgotten to which no task was added for long. */
    private boolean hasRoom(long now) {
        if (due.size() >= MAX_TOPICS) {
            due.values().removeIf(at -> now - at > 2 * INTERVAL);
        }
        return due.size() < MAX_TOPICS;
    }

    /** Has the topics checked on another thread, those that come meanwhile together. */
    private void checkSoon() {
        wanted.set(true);
        if (busy.compareAndSet(false, true)) {
            called = nanoTime.getAsLong();
            executor.execute(this::checkAll);
        }
    }

    private void checkAll() {
        do {
            try {
                while (wanted.getAndSet(false)) {
                    check();
                }
            } finally {
                busy.set(false);
            }
        } while (wanted.get() && busy.compareAndSet(false, true));
    }

    private void check() {
        long now = nanoTime.getAsLong();
        called = now;
        Set<TopicName> topics = Set.copyOf(pending);
        topics.forEach(topic -> due.put(topic, now + INTERVAL));
        pending.removeAll(topics);
        try {
            if (!topics.isEmpty()) {
                record(topics, now);
            }
            if (cleaningWanted.getAndSet(false)) {
                clean();
            }
        } catch (RuntimeException e) {
            // With the next call.
            pending.addAll(topics);
            topics.forEach(topic -> due.put(topic, now));
            log.debug("Unregistered topics could not be recorded: {}", topics, e);
        }
    }

    private void record(Set<TopicName> topics, long now) {
        Set<TopicName> unregistered = backend.registry().recordUnregistered(topics);
        Set<TopicName> registered = new HashSet<>(topics);
        registered.removeAll(unregistered);
        registered.forEach(topic -> due.put(topic, now + REGISTERED_INTERVAL));
        keep(unregistered, registered);
        warn(unregistered);
    }

    private synchronized void keep(Set<TopicName> more, Set<TopicName> without) {
        Set<TopicName> all = new HashSet<>(found);
        all.removeAll(without);
        all.addAll(more);
        found = all.stream().limit(RegistryStore.MAX_UNREGISTERED).collect(Collectors.toUnmodifiableSet());
    }

    private void warn(Set<TopicName> unregistered) {
        Map<String, Set<String>> registry = null;
        for (TopicName topic : unregistered) {
            if (warned.size() < MAX_WARNINGS && !warned.contains(topic)) {
                registry = registry == null ? backend.registry().load() : registry;
                warned.add(topic);
                TopicName nearest = NearestTopic.of(topic, registry);
                log.warn(
                        "A task was added to {}, which is not registered: it waits until an application registers and"
                                + " consumes this topic.{} Logged once for each topic",
                        topic,
                        nearest == null ? "" : " The registered topic with the most similar name is " + nearest + ".");
                if (warned.size() == MAX_WARNINGS) {
                    log.warn("{} unregistered topics were logged; further ones are not", MAX_WARNINGS);
                }
            }
        }
    }

    /** Has the records of topics that have no tasks any longer forgotten on another thread, of some groups at a time. */
    public void cleanSoon() {
        cleaningWanted.set(true);
        checkSoon();
    }

    private synchronized void clean() {
        Set<TopicName> recorded = backend.registry().unregistered();
        TreeMap<String, List<String>> groups = new TreeMap<>();
        recorded.forEach(topic -> groups.computeIfAbsent(topic.group(), group -> new ArrayList<>())
                .add(topic.topic()));
        Set<TopicName> empty = new HashSet<>();
        for (String group : next(groups)) {
            empty.addAll(empty(group, groups.get(group)));
        }
        if (!empty.isEmpty()) {
            backend.registry().forgetUnregistered(empty);
        }
        Set<TopicName> gone = new HashSet<>(found);
        gone.removeAll(recorded);
        gone.addAll(empty);
        recorded.removeAll(empty);
        keep(recorded, gone);
    }

    /** A group whose keys are broken must not keep the records of others. */
    private List<TopicName> empty(String group, List<String> topics) {
        try {
            return backend.topics().count(group, topics).stream()
                    .filter(counts -> counts.total() == 0)
                    .map(TaskCounts::topic)
                    .toList();
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            log.debug("Unregistered topics of {} could not be counted", group, e);
            return List.of();
        }
    }

    /** Returns the next groups by name, and begins again behind the last. */
    private List<String> next(TreeMap<String, List<String>> groups) {
        List<String> next = new ArrayList<>(groups.tailMap(lastGroup, false).keySet());
        next.addAll(groups.headMap(lastGroup, true).keySet());
        List<String> some = next.subList(0, Math.min(MAX_GROUPS, next.size()));
        lastGroup = some.isEmpty() ? "" : some.get(some.size() - 1);
        return some;
    }
}
