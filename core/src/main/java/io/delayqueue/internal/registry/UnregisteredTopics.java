package io.delayqueue.internal.registry;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static java.util.stream.Collectors.toUnmodifiableSet;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.FewThreads;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineObserver;
import io.delayqueue.store.Backend;
import io.delayqueue.store.RegistryStore;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;

/**
 * Finds topics that have tasks and are not registered. A topic that this engine does not know is checked at its first add, and once a minute
 * after further adds, on another thread: if it is not registered, it is recorded in the store and logged. Thread-safe.
 */
public final class UnregisteredTopics implements EngineObserver {

    private static final Logger log = Loggers.of(UnregisteredTopics.class);

    static final long INTERVAL = MINUTES.toNanos(1);

    /** Maximum number of topics that are remembered as checked: requests over HTTP can bring any names. */
    static final int MAX_TOPICS = 1_000;

    static final int MAX_WARNINGS = 100;

    /** Maximum number of groups whose topics are counted once a minute, in a call each. */
    static final int MAX_GROUPS = 100;

    private final Backend backend;

    private final Predicate<TopicName> known;

    private final Predicate<TopicName> expected;

    private final LongSupplier nanoTime;

    private final Set<TopicName> checked = ConcurrentHashMap.newKeySet();

    /** Topics with adds since their last check. */
    private final Set<TopicName> added = ConcurrentHashMap.newKeySet();

    private final Set<TopicName> warned = ConcurrentHashMap.newKeySet();

    private final FewThreads checks;

    private volatile boolean cleaning;

    private volatile long cleaned;

    private volatile Set<TopicName> found = Set.of();

    /**
     * Creates it.
     *
     * @param known whether a topic is registered as far as this engine knows, without a call of the store
     * @param expected whether a start of this engine registers a topic, so that the topic is recorded, and not logged
     * @param executor runs the checks
     * @param nanoTime the time, as {@link System#nanoTime} gives it
     */
    public UnregisteredTopics(
            Backend backend,
            Predicate<TopicName> known,
            Predicate<TopicName> expected,
            Executor executor,
            LongSupplier nanoTime) {
        this.backend = backend;
        this.known = known;
        this.expected = expected;
        this.checks = new FewThreads(executor, 1);
        this.nanoTime = nanoTime;
        this.cleaned = nanoTime.getAsLong();
    }

    /** Returns the unregistered topics with tasks that this engine knows of, without waiting for the store. */
    public Set<TopicName> found() {
        return found.stream().filter(known.or(expected).negate()).collect(toUnmodifiableSet());
    }

    @Override
    public void added(TopicName topic, int tasks) {
        if (known.test(topic)) {
            return;
        }
        if (checked.size() >= MAX_TOPICS) {
            checked.clear();
        }
        boolean isFirst = checked.add(topic);
        if (added.size() < MAX_TOPICS) {
            added.add(topic);
        }
        if (nanoTime.getAsLong() - cleaned >= INTERVAL) {
            cleanSoon();
        } else if (isFirst) {
            checks.execute(this::check);
        }
    }

    /** Has the recorded topics read on another thread, and the records of those forgotten that are registered or have no tasks. */
    public void cleanSoon() {
        cleaned = nanoTime.getAsLong();
        cleaning = true;
        checks.execute(this::check);
    }

    private void check() {
        boolean clean = cleaning;
        cleaning = false;
        Set<TopicName> topics = Set.copyOf(added);
        added.removeAll(topics);
        try {
            if (clean || !topics.isEmpty()) {
                check(topics, clean);
            }
        } catch (Throwable e) {
            // With the next check.
            added.addAll(topics);
            log.debug("Unregistered topics could not be recorded: {}", topics, e);
        }
    }

    private void check(Set<TopicName> topics, boolean clean) {
        RegistryStore store = backend.registry();
        Set<TopicName> left = new HashSet<>(clean ? store.unregistered() : found);
        left.addAll(topics);
        if (!left.isEmpty()) {
            Map<String, Set<String>> registry = store.load();
            Set<TopicName> gone = new HashSet<>(left);
            left.removeIf(topic -> LocalTopics.isIn(registry, topic));
            List<TopicName> unregistered =
                    topics.stream().filter(left::contains).toList();
            if (!unregistered.isEmpty()) {
                store.recordUnregistered(unregistered);
                unregistered.forEach(topic -> warn(topic, registry));
            }
            if (clean) {
                Set<TopicName> empty = empty(left);
                left.removeAll(empty);
                gone.removeAll(left);
                left.addAll(forget(gone, empty));
            }
        }
        found = left.stream().limit(RegistryStore.MAX_UNREGISTERED).collect(toUnmodifiableSet());
    }

    private void warn(TopicName topic, Map<String, Set<String>> registry) {
        if (!expected.test(topic) && warned.size() < MAX_WARNINGS && warned.add(topic)) {
            log.warn(
                    "A task was added to {}, which is not registered: it waits until an application registers and"
                            + " consumes this topic.{} Logged once for each topic",
                    topic,
                    NearestTopic.hint(topic, registry));
            if (warned.size() == MAX_WARNINGS) {
                log.warn("{} unregistered topics were logged; further ones are not", MAX_WARNINGS);
            }
        }
    }

    /** Forgets topics, some of which were empty. Records those again to which tasks were added since then, and returns them: their new record may have been removed. */
    private Set<TopicName> forget(Set<TopicName> gone, Set<TopicName> empty) {
        if (gone.isEmpty()) {
            return Set.of();
        }
        backend.registry().forgetUnregistered(gone);
        empty.removeAll(empty(empty));
        if (!empty.isEmpty()) {
            backend.registry().recordUnregistered(empty);
        }
        return empty;
    }

    private Set<TopicName> empty(Set<TopicName> topics) {
        return topics.stream()
                .collect(groupingBy(TopicName::group, mapping(TopicName::topic, toSet())))
                .entrySet()
                .stream()
                .limit(MAX_GROUPS)
                .flatMap(group -> count(backend, group.getKey(), group.getValue()).stream())
                .filter(counts -> counts.total() == 0)
                .map(TaskCounts::topic)
                .collect(toCollection(HashSet::new));
    }

    /** Counts the tasks of topics, or of all in the group with tasks. A group whose keys are broken has none, because anybody may record a group, and it must not hide the others. */
    public static List<TaskCounts> count(Backend backend, String group, Collection<String> topics) {
        try {
            return backend.topics().count(group, topics);
        } catch (TaskStoreUnavailableException e) {
            throw e;
        } catch (TaskStoreException e) {
            log.debug("Unregistered topics of {} could not be counted", group, e);
            return List.of();
        }
    }
}
