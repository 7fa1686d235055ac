package io.delayqueue.internal.step;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Attempt;
import io.delayqueue.internal.group.EngineSession;
import io.delayqueue.internal.group.GroupRuntime;
import io.delayqueue.internal.registry.Registration;
import io.delayqueue.internal.registry.TopicAssignment;
import io.delayqueue.internal.retention.DeadLetterTrims;
import io.delayqueue.log.Loggers;
import io.delayqueue.monitor.EngineStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** What an engine does between one start and one stop, done by whoever steps it. */
public final class SteppedSession implements EngineSession {

    private static final Logger log = Loggers.of(SteppedSession.class);

    private final SteppedContext context;

    private final Parts parts;

    private final ReentrantLock turn = new ReentrantLock();

    private final Map<String, SteppedGroup> groups = new ConcurrentSkipListMap<>();

    private volatile Map<String, Set<String>> register = Map.of();

    private volatile Map<String, Set<String>> work = Map.of();

    /** Those of the register's topics that can be called by their names, of each group. */
    private volatile Map<String, Set<String>> valid = Map.of();

    private volatile boolean registryChanged;

    /**
     * What a run works with.
     *
     * @param registration keeps them registered
     * @param assignment which topics it consumes
     * @param topics makes them
     * @param trims the rule by which dead letters are removed; null if all are kept
     */
    public record Parts(
            Registration registration,
            TopicAssignment assignment,
            GroupRuntime.ConsumerFactory topics,
            @Nullable DeadLetterTrims trims) {}

    /** Creates a run of what is registered already. */
    public SteppedSession(SteppedContext context, Parts parts, Map<String, Set<String>> registered) {
        this.context = context;
        this.parts = parts;
        read(registered);
    }

    @Override
    public void start() {
        apply();
    }

    private void apply() {
        work = parts.assignment().of(register);
        work.keySet()
                .forEach(group ->
                        groups.computeIfAbsent(group, added -> new SteppedGroup(added, context, parts.topics())));
        groups.forEach((name, group) -> group.work(work.get(name)));
    }

    @Override
    public void registryChanged() {
        registryChanged = true;
    }

    @Override
    public void excludeTopic(TopicName topic) {
        if (parts.assignment().excludeTopic(topic)) {
            apply();
        }
    }

    @Override
    public void aboutToPull(String group) {
        try {
            context.push(group);
        } catch (TaskStoreException e) {
            // As with threads: the trouble of pushes is not that of who pulls.
            log.debug("{} could not be pushed", group, e);
        }
    }

    /** No message reports it here, so the store is asked. */
    @Override
    public void removed(Predicate<Attempt> which) {
        groups.values().forEach(group -> group.removed(which));
    }

    @Override
    public List<EngineStatus.GroupStatus> status() {
        return groups.values().stream()
                .filter(SteppedGroup::isWorked)
                .map(SteppedGroup::status)
                .toList();
    }

    public void tend() {
        turn.lock();
        try {
            tendAll();
        } finally {
            turn.unlock();
        }
    }

    private void tendAll() {
        if (registryChanged) {
            follow();
        }
        groups.values().forEach(SteppedGroup::tend);
        if (parts.trims() != null) {
            trim(parts.trims());
        }
    }

    private void follow() {
        try {
            read(parts.registration().read(work));
            registryChanged = false;
            apply();
        } catch (TaskStoreException e) {
            log.debug("The register could not be read", e);
        }
    }

    private void read(Map<String, Set<String>> read) {
        register = read;
        Map<String, Set<String>> topics = new LinkedHashMap<>();
        register.forEach((group, all) ->
                topics.put(group, all.stream().filter(TopicName::isValid).collect(Collectors.toSet())));
        valid = topics;
    }

    private void trim(DeadLetterTrims trims) {
        Map<String, Set<String>> topics = new LinkedHashMap<>();
        valid.forEach((group, all) -> {
            SteppedGroup known = groups.get(group);
            if (known != null && known.isPushed()) {
                topics.put(group, all);
            }
        });
        try {
            trims.trim(topics, () -> true, () -> {});
        } catch (TaskStoreException e) {
            log.debug("Dead letters could not be trimmed", e);
        }
    }

    public boolean deliver() {
        turn.lock();
        try {
            tendAll();
            return context.driver().work() || deliverFirst();
        } finally {
            turn.unlock();
        }
    }

    private boolean deliverFirst() {
        Set<TopicName> candidates = groups.values().stream()
                .flatMap(SteppedGroup::withRoom)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        while (!candidates.isEmpty()) {
            TopicName first = context.agenda().firstReady(candidates);
            if (first == null) {
                return false;
            }
            group(first).reserve(first);
            if (context.driver().work()) {
                return true;
            }
            candidates.removeIf(
                    name -> name.equals(first) || !group(name).reserves().isDue());
        }
        return false;
    }

    private SteppedGroup group(TopicName topic) {
        return Objects.requireNonNull(groups.get(topic.group()));
    }

    @Nullable
    public Instant next() {
        turn.lock();
        try {
            Set<String> pushed = new LinkedHashSet<>();
            groups.forEach((name, group) -> {
                if (group.isPushed()) {
                    pushed.add(name);
                }
            });
            if (context.driver().hasEnds()) {
                return context.time().clock().instant();
            }
            Stream<@Nullable Instant> own = groups.values().stream().map(SteppedGroup::next);
            return Stream.concat(Stream.of(context.agenda().next(pushed)), own)
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
        } finally {
            turn.unlock();
        }
    }

    public void report() {
        context.observers().taskEvents().logAll();
    }

    /** Ends this instance as a crash does; it goes on as another. */
    public void crash() {
        turn.lock();
        try {
            groups.values().forEach(SteppedGroup::crash);
            // The ends of what was cancelled by that belong to this instance.
            context.driver().work();
            if (parts.trims() != null) {
                parts.trims().clear();
            }
            // The claim on pushing would end by itself soon; whoever steps should not have to wait for that.
            groups.keySet().forEach(this::resign);
            context.self().crashed();
            groups.values().forEach(SteppedGroup::restart);
            context.observers().taskEvents().forget();
        } finally {
            turn.unlock();
        }
    }

    private void resign(String group) {
        try {
            context.backend().tasks().resign(group, context.instance());
        } catch (TaskStoreException e) {
            log.debug("The claim on pushing {} ends by itself", group, e);
        }
    }

    @Override
    public Stopped stop(Duration timeout) {
        if (!lockWithin(timeout)) {
            log.warn("A callback of another thread still runs; its task runs again when the lease ends");
            return new Stopped(0, 1, 1, 1);
        }
        try {
            int abandoned = groups.values().stream()
                    .mapToInt(SteppedGroup::abandonRunning)
                    .sum();
            groups.values().forEach(group -> group.outcomes().sendNow(true));
            groups.keySet().forEach(this::resign);
            report();
            int unacknowledged = groups.values().stream()
                    .mapToInt(group -> group.outcomes().size())
                    .sum();
            return new Stopped(0, abandoned, abandoned, unacknowledged);
        } finally {
            turn.unlock();
        }
    }

    private boolean lockWithin(Duration timeout) {
        try {
            return turn.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return turn.tryLock();
        }
    }
}
